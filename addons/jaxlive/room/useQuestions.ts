import { onScopeDispose } from 'vue'

const questions = new Map<number, () => void>()

/** Lets the key `p` reach the question of a slide for as long as that is drawn. */
export function registerQuestion(page: number, advance: () => void): void {
  questions.set(page, advance)
  onScopeDispose(() => questions.get(page) === advance && questions.delete(page))
}

/** What brings the question of a slide to its next state. */
export function questionOn(page: number): (() => void) | undefined {
  return questions.get(page)
}
