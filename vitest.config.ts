import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const quick = 'tests/deck/lib/**/*.test.ts'

/** Tests of plain functions share a context: one for each file would take most of the time. */
export default defineConfig({
  plugins: [vue()],
  test: {
    environment: 'happy-dom',
    projects: [
      { extends: true, test: { name: 'functions', include: [quick], isolate: false } },
      { extends: true, test: { name: 'components', include: ['tests/deck/**/*.test.ts'], exclude: [quick] } },
    ],
  },
})
