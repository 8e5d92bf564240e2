import { dirname } from 'node:path'
import process from 'node:process'
import { definePreparserSetup } from '@slidev/types'
import { shown } from '../bin/tags.mjs'

/**
 * A slide for the speaker, `speaker: true`, is not on a site or on paper. Each slide knows the `experiments` that it
 * shows, with the parameters that it pins: their permalinks lead there.
 */
export default definePreparserSetup(({ filepath }) => [
  {
    name: 'speaker',
    async transformSlide(_content, frontmatter) {
      if (frontmatter.speaker && process.env.VITE_STATIC) frontmatter.hide = true
      return undefined
    },
  },
  {
    name: 'experiments',
    async transformSlide(content, frontmatter) {
      const { cards, sweeps } = shown(content, dirname(filepath))
      const swept = sweeps.map(({ name }) => ({ name, pinned: {}, drawn: true }))
      const experiments = [...cards, ...swept].map(({ name, pinned, drawn }) => ({ name, pinned, drawn }))
      if (experiments.length) frontmatter.experiments = experiments
      return undefined
    },
  },
])
