import process from 'node:process'
import type { UserConfig } from 'vite'

const api = process.env.DECK_API ?? 'http://127.0.0.1:8000'

export default {
  // Vite leaves an output folder outside of its root as it is: old hashed files would pile up.
  build: { emptyOutDir: true },
  // The talk imports single files of this package, which share state with those that Slidev imports by their paths.
  optimizeDeps: { exclude: ['slidev-addon-jaxlive'] },
  // Host stays the window's own: the server refuses an Origin that differs from it.
  server: { proxy: Object.fromEntries(['/api', '/join', '/remote', '/record'].map((path) => [path, { target: api }])) },
} satisfies UserConfig
