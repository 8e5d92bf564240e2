import { defineShikiSetup } from '@slidev/types'
import type { ShikiTransformer } from 'shiki'
import { academic } from '../syntax'

/** Code that is too long for its column scrolls, also by keys: Slidev takes away what lets Tab reach it. */
const reachable: ShikiTransformer = {
  name: 'reachable',
  root({ children: [pre] }) {
    if (pre?.type === 'element') pre.properties.tabindex = '0'
  },
}

export default defineShikiSetup(() => ({ theme: academic, transformers: [reachable] }))
