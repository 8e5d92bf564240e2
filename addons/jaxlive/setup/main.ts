import { addSyncMethod, disableBuiltinSync } from '@slidev/client'
import { defineAppSetup } from '@slidev/types'
import { ref, toRaw } from 'vue'
import { shareKeys } from '../deck/deckKeys'
import { useDeckSync } from '../deck/useDeckSync'
import { useHeldClicks } from '../deck/useHeldClicks'
import { useMoves } from '../deck/useMoves'
import { useReach } from '../deck/useReach'

/**
 * In the built deck windows of one browser share drawings, pointer and timer by themselves, as Slidev would have it, and
 * the position by this server. In development Slidev's own server shares everything.
 */
export default defineAppSetup(({ app, router }) => {
  document.addEventListener('keydown', shareKeys)
  app.runWithContext(useHeldClicks)
  app.runWithContext(useReach)
  app.runWithContext(useMoves)
  if (__SLIDEV_HAS_SERVER__) return
  const ready = ref(false)
  router.isReady().then(() => (ready.value = true))

  disableBuiltinSync()
  addSyncMethod({
    init(channel, onUpdate) {
      const deck = channel.endsWith(' - shared') ? useDeckSync(router, ready, onUpdate) : undefined
      const windows = new BroadcastChannel(`${channel}, windows of this browser`)
      windows.addEventListener('message', ({ data }) => onUpdate(deck ? deck.take(data) : data))
      return (state, updating) => {
        if (!updating && (deck?.speaks.value ?? true)) windows.postMessage(toRaw(state))
      }
    },
  })
})
