import { defineShikiSetup } from '@slidev/types'
import type { ShikiTransformer } from 'shiki'
import { asShown } from '../deck/asShown'
import { hlo, jaxpr, mlir } from '../program/grammars'

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

/** Slidev takes the transformers of the last setup that has some: a theme's would be lost. */
export default defineShikiSetup(() => ({
  langs: ['python', jaxpr, mlir, hlo],
  transformers: [reachable, tidy],
}))
