import { onScopeDispose, type Ref, readonly, ref } from 'vue'

/** The time in milliseconds, four times a second: enough for an elapsed time with one decimal. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now())
  const timer = setInterval(() => {
    now.value = Date.now()
  }, 250)
  onScopeDispose(() => clearInterval(timer))
  return readonly(now)
}
