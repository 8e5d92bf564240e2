import { createSharedComposable, useTimestamp } from '@vueuse/core'

/** The time in milliseconds, four times a second: one clock for all cards of the deck, as long as there are any. */
export const useNow = createSharedComposable(() => useTimestamp({ interval: 250 }))
