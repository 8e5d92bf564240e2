#!/usr/bin/env node
// jaxlive-record FILE: the page that shows the record of a talk, as one file. A session is written into it later.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import vue from '@vitejs/plugin-vue'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', 'record')
const { output } = await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [vue()],
  define: { 'import.meta.env.VITE_STATIC': '"1"' }, // it has no server
  resolve: { alias: { '@slidev/client': join(root, 'slidev.ts') } },
  build: {
    write: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { output: { format: 'iife', codeSplitting: false } },
  },
})

const page = output.find(({ fileName }) => fileName.endsWith('.html')).source
const script = output.find(({ type }) => type === 'chunk').code.replaceAll('</script', '<\\/script')
const style = output.find(({ fileName }) => fileName.endsWith('.css')).source
const whole = page
  .replace(/\s*<(script|link)\b[^>]*(src|href)="[./][^"]*"[^>]*>(<\/script>)?/g, '')
  .replace('</head>', () => `<style>${style}</style></head>`)
  .replace('</body>', () => `<script>${script}</script></body>`)
writeFileSync(argv[2], whole)
