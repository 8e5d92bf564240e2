import { type Ref, shallowRef, watch } from 'vue'
import { highlight, type Token } from './highlight'
import type { Listing } from './listing'

/** The lines of a listing as tokens: plain at once, coloured when the grammar has been through. */
export function useTokens(listing: () => Listing): Readonly<Ref<readonly Token[][]>> {
  const tokens = shallowRef<Token[][]>([])

  watch(
    () => listing().text,
    async (text) => {
      tokens.value = listing().lines.map((content) => [{ content, color: undefined }])
      const coloured = await highlight(text, listing().name)
      if (listing().text === text) tokens.value = coloured
    },
    { immediate: true },
  )
  return tokens
}
