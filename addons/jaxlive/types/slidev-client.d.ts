/** Whether this is Slidev's development server. */
declare const __SLIDEV_HAS_SERVER__: boolean

/** What the deck uses of `@slidev/client`, whose own sources do not pass strict options. */
declare module '@slidev/client' {
  import type { ComputedRef, Ref, WritableComputedRef } from 'vue'

  export interface SlideRoute {
    no: number
    load(): Promise<unknown>
    /** Slidev draws a slide that is in view, or that is `__preloaded`; `clicks` says how many steps it has, if it says so. */
    meta: {
      __preloaded?: boolean
      __clicksContext?: ClicksContext | null
      clicks?: number
      slide: { title?: string; frontmatter: Record<string, unknown> }
    }
  }

  /** The click steps of a slide. */
  export interface ClicksContext {
    current: number
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
    /** The click step that the address has. */
    queryClicks: WritableComputedRef<number>
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

declare module '@slidev/client/composables/useClicks.ts' {
  import type { ClicksContext } from '@slidev/client'
  import type { Ref } from 'vue'

  export function createClicksContextBase(current: Ref<number>, start?: number, total?: number): ClicksContext
}

declare module '#slidev/slides' {
  import type { SlideRoute } from '@slidev/client'
  import type { ShallowRef } from 'vue'

  export const slides: ShallowRef<SlideRoute[]>
}
