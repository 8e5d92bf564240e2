import { onScopeDispose, type Ref, readonly, ref } from 'vue'

const now = ref(Date.now())
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time in milliseconds, four times a second: one clock for all cards of the deck, as long as there are any. */
export function useNow(): Readonly<Ref<number>> {
  if (users++ === 0) timer = setInterval(tick, 250)
  tick()
  onScopeDispose(() => --users || clearInterval(timer))
  return readonly(now)
}

function tick() {
  now.value = Date.now()
}
