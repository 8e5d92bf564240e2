/** Whether this is Slidev's development server. */
declare const __SLIDEV_HAS_SERVER__: boolean

/** What the deck uses of `@slidev/client`, whose own sources do not pass strict options. */
declare module '@slidev/client' {
  import type { ComputedRef, Ref } from 'vue'

  export interface SlideRoute {
    no: number
    load(): Promise<unknown>
    /** Slidev draws a slide that is in view, or that is `__preloaded`. */
    meta: { __preloaded?: boolean; slide: { title?: string; frontmatter: Record<string, unknown> } }
  }

  export function useSlideContext(): {
    $slidev: { themeConfigs: { stages?: string[] } }
    $page: Ref<number>
    $clicks: Ref<number>
    $renderContext: Ref<'none' | 'slide' | 'overview' | 'presenter' | 'previewNext'>
  }

  export function useNav(): {
    slides: Ref<SlideRoute[]>
    total: ComputedRef<number>
    currentSlideNo: ComputedRef<number>
    clicks: ComputedRef<number>
    isPresenter: ComputedRef<boolean>
    isPrintMode: ComputedRef<boolean>
    next(): Promise<void>
    prev(): Promise<void>
  }

  export function useDrawings(): { drawingEnabled: Ref<boolean> }

  /** What windows share: `lastUpdate` says who moved, and windows of the same type do not follow. */
  interface SharedState {
    page: number
    clicks: number
    clicksTotal: number
    lastUpdate?: { id: string; type: 'presenter' | 'viewer'; time: number }
  }

  type Update = (change: Partial<SharedState>) => void

  export function addSyncMethod(sync: {
    init: (channel: string, onUpdate: Update) => (state: SharedState, updating?: boolean) => void
  }): void

  export function disableBuiltinSync(): void

  export function useIsSlideActive(): ComputedRef<boolean>

  /** Keeps Slidev's keys off until the returned function is called. */
  export function lockShortcuts(): () => void
}

declare module '#slidev/slides' {
  import type { SlideRoute } from '@slidev/client'
  import type { ShallowRef } from 'vue'

  export const slides: ShallowRef<SlideRoute[]>
}
