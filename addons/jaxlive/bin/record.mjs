#!/usr/bin/env node
// jaxlive-record FILE [STYLE.css…]: the page that shows the record of a talk, as one file, in the theme's colours where
// its styles are given. A session is written into it later.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import vue from '@vitejs/plugin-vue'
import { build } from 'vite'

const [file, ...styles] = argv.slice(2)
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
const own = output.find(({ fileName }) => fileName.endsWith('.css')).source
const style = [own, ...styles.map((one) => readFileSync(one, 'utf8'))].join('\n')
const whole = page
  .replace(/\s*<(script|link)\b[^>]*(src|href)="[./][^"]*"[^>]*>(<\/script>)?/g, '')
  .replace('</head>', () => `<style>${style}</style></head>`)
  .replace('</body>', () => `<script>${script}</script></body>`)
writeFileSync(file, whole)
