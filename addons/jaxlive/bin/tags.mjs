// What a slide shows of experiments: a renderer of Markdown finds the tags, and Vue's parser their attributes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { componentPlugin } from '@mdit-vue/plugin-component'
import { createMarkdownExit } from 'markdown-exit'
import { camelize, capitalize } from 'vue'
import { babelParse, parse } from 'vue/compiler-sfc'

// What the tags that speak of experiments may say.
const KNOWN = {
  Experiment: ['name', 'params', 'show', 'fixed'],
  Sweep: ['name', 'over', 'values'],
  Claim: ['of', 'metric', 'at-least', 'at-most', 'equals'],
  Predict: ['of', 'metric', 'kind', 'ask', 'choices', 'edges', 'low', 'high', 'unit'],
}
const ANY_TAG = ['class', 'style', 'key']
const [ELEMENT, ATTRIBUTE, DIRECTIVE] = [1, 6, 7] // in Vue's syntax tree

const markdown = createMarkdownExit({ html: true }).use(componentPlugin)
for (const code of ['fence', 'code_block', 'code_inline']) markdown.renderer.rules[code] = () => ''

/** What the Markdown of a slide shows; `folder` has the deck's components. Throws an Error with what is wrong. */
export function shown(content, folder) {
  const tags = tagsOf(`<template>${markdown.render(content)}</template>`, folder)
  const all = (name) => tags.filter(({ tag }) => tag === name).map(({ said, drawn }) => ({ ...said, drawn }))
  return {
    cards: all('Experiment').map(({ name, params = {}, show = [], drawn }) => {
      return { name, pinned: params, show: [show].flat(), drawn }
    }),
    sweeps: all('Sweep').map(({ name, over, values }) => ({ name, over, values })),
    claims: [
      ...all('Claim').map(({ of, metric, drawn, ...bounds }) => ({ of, metric, bounds })),
      ...all('Predict').map(({ of, metric }) => ({ of, metric, bounds: {} })),
    ],
    predictions: all('Predict').map(({ drawn, ...question }) => question),
  }
}

// The tags of a template that speak of experiments, and those within the deck's components that it uses.
function tagsOf(source, folder, within = []) {
  const { descriptor, errors } = parse(source)
  if (errors.length) throw errors[0]
  const walk = (node) => {
    const tag = node.type === ELEMENT ? capitalize(camelize(node.tag)) : ''
    const file = join(folder, 'components', `${tag}.vue`)
    const deeper = (node.children ?? []).flatMap(walk)
    if (tag in KNOWN) return [{ tag, said: said(tag, node.props), drawn: node.children.length > 0 }, ...deeper]
    const used = tag && !within.includes(file) && existsSync(file)
    return used ? [...tagsOf(readFileSync(file, 'utf8'), folder, [...within, file]), ...deeper] : deeper
  }
  return (descriptor.template?.ast?.children ?? []).flatMap(walk)
}

function said(tag, props) {
  const attributes = props.filter(({ type, name }) => type === ATTRIBUTE || (type === DIRECTIVE && name === 'bind'))
  const pairs = attributes.map(({ type, name, value, arg, exp }) =>
    type === ATTRIBUTE ? [name, value?.content ?? ''] : [arg?.content ?? 'v-bind', bound(exp?.content ?? '')],
  )
  const named = pairs.map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`), value])
  const unknown = named.find(([name]) => ![...KNOWN[tag], ...ANY_TAG].includes(name))
  if (unknown) throw new Error(`<${tag}> has no ${unknown[0]}: expected ${KNOWN[tag].join(', ')}`)
  return Object.fromEntries(named.filter(([name]) => !ANY_TAG.includes(name)))
}

function bound(expression) {
  try {
    return literal(babelParse(`(${expression})`).program.body[0].expression)
  } catch {
    throw new Error(`got ${expression}: expected a literal, known before the deck runs`)
  }
}

// Nothing is evaluated.
function literal(node) {
  if (['StringLiteral', 'NumericLiteral', 'BooleanLiteral'].includes(node.type)) return node.value
  if (node.type === 'NullLiteral') return null
  if (node.type === 'UnaryExpression' && node.operator === '-') return -literal(node.argument)
  if (node.type === 'ArrayExpression') return node.elements.map(literal)
  if (node.type !== 'ObjectExpression' || node.properties.some(({ computed }) => computed)) throw new Error(node.type)
  return Object.fromEntries(node.properties.map(({ key, value }) => [key.name ?? key.value, literal(value)]))
}
