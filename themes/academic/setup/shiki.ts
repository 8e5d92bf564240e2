import { defineShikiSetup } from '@slidev/types'
import type { ShikiTransformer } from 'shiki'
import { asShown } from '../asShown'
import { academic } from '../syntax'

/** Code that is too long for its column scrolls, also by keys: Slidev takes away what lets Tab reach it. */
const reachable: ShikiTransformer = {
  name: 'reachable',
  root({ children: [pre] }) {
    if (pre?.type === 'element') pre.properties.tabindex = '0'
  },
}

type Node = Parameters<NonNullable<ShikiTransformer['code']>>[0]['children'][number]

const isBlank = (line?: Node) => line?.type === 'element' && !line.children.length

/** What tools and style guides ask for stays in the file: words to the formatter, a second blank line in a row. */
const tidy: ShikiTransformer = {
  name: 'tidy',
  preprocess: asShown,
  code(node) {
    // The line itself stays, as steps count it; it loses its line break.
    node.children = node.children.filter((_, i, all) => !(isBlank(all[i - 1]) && isBlank(all[i + 1])))
  },
}

export default defineShikiSetup(() => ({ theme: academic, transformers: [reachable, tidy] }))
