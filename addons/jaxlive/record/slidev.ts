import { ref } from 'vue'

/** In place of `@slidev/client`: a record has no deck around its blocks. */
export const useSlideContext = () => ({
  $slidev: { themeConfigs: {} },
  $page: ref(0),
  $clicks: ref(0),
  $renderContext: ref('slide'),
})
export const useNav = () => ({ isPresenter: ref(false), isPrintMode: ref(true) })
export const lockShortcuts = () => () => {}
