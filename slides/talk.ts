import type { Run } from 'slidev-addon-jaxlive/rest/types'
import type { Talk } from 'slidev-addon-jaxlive/talk'
import { academic } from 'slidev-theme-academic/syntax'

/** What this talk hands to its deck. */
export const talk: Talk = {
  recordings: import.meta.glob<Run>(['../recordings/*/*.json', '!../recordings/rtx-3060-ti-2023/*.json'], {
    import: 'default',
  }),
  quoted: import.meta.glob<Run>('../recordings/rtx-3060-ti-2023/*.json', { import: 'default' }),
  drawings: import.meta.glob<string>('../imgs/*.svg', { query: '?raw', import: 'default', eager: true }),
  variants: {
    flax: { label: 'Flax', colour: 'var(--flax)' },
    optax: { colour: 'var(--optax)' },
    optimistix: { colour: 'var(--optimistix)' },
    scipy: { colour: 'var(--scipy)' },
  },
  syntax: academic,
}
