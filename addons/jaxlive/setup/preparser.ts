import process from 'node:process'
import { definePreparserSetup } from '@slidev/types'

/** A slide for the speaker, `speaker: true`, is not on a site or on paper. */
export default definePreparserSetup(() => [
  {
    name: 'speaker',
    async transformSlide(_content, frontmatter) {
      if (frontmatter.speaker && process.env.VITE_STATIC) frontmatter.hide = true
      return undefined
    },
  },
])
