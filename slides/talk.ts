import type { Prediction, Run } from 'slidev-addon-jaxlive/rest/types'
import type { Talk } from 'slidev-addon-jaxlive/talk'
import { academic } from 'slidev-theme-academic/syntax'

/** Written by `main.py predictions`, once a room has answered. */
const kept = import.meta.glob<Prediction[]>('../recordings/predictions.json', { import: 'default' })

/** What this talk hands to its deck. */
export const talk: Talk = {
  recordings: import.meta.glob<Run>(['../recordings/*/*.json', '!../recordings/rtx-3060-ti-2023/*.json'], {
    import: 'default',
  }),
  quoted: import.meta.glob<Run>('../recordings/rtx-3060-ti-2023/*.json', { import: 'default' }),
  predictions: async () => (await Promise.all(Object.values(kept).map((load) => load()))).flat(),
  drawings: import.meta.glob<string>('../imgs/*.svg', { query: '?raw', import: 'default', eager: true }),
  variants: {
    flax: { label: 'Flax', colour: 'var(--flax)' },
    optax: { colour: 'var(--optax)' },
    optimistix: { colour: 'var(--optimistix)' },
    scipy: { colour: 'var(--scipy)' },
  },
  syntax: academic,
}
