import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const all = 'tests/deck/**/*.test.ts'
const ofComponents = 'tests/deck/**/{[A-Z]*,use*}.test.ts'

/** Tests of plain functions share a context: one for each file would take most of the time. */
export default defineConfig({
  plugins: [vue()],
  test: {
    environment: 'happy-dom',
    testTimeout: 60_000, // ten times what the slowest take
    projects: [
      { extends: true, test: { name: 'functions', include: [all], exclude: [ofComponents], isolate: false } },
      { extends: true, test: { name: 'components', include: [ofComponents] } },
    ],
  },
})
