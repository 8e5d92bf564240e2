/** What the deck uses of `@slidev/client`, whose own sources do not pass strict options. */
declare module '@slidev/client' {
  import type { ComputedRef, Ref } from 'vue'

  interface SlideRoute {
    no: number
    meta: { slide: { title?: string; frontmatter: Record<string, unknown> } }
  }

  export function useSlideContext(): {
    $page: Ref<number>
    $clicks: Ref<number>
    $renderContext: Ref<'none' | 'slide' | 'overview' | 'presenter' | 'previewNext'>
  }

  export function useNav(): {
    slides: Ref<SlideRoute[]>
    total: ComputedRef<number>
    currentSlideNo: ComputedRef<number>
  }

  export function useDrawings(): { drawingEnabled: Ref<boolean> }

  export function useIsSlideActive(): ComputedRef<boolean>

  /** Keeps Slidev's keys off until the returned function is called. */
  export function lockShortcuts(): () => void
}
