import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const ADDON = join(ROOT, 'addons/jaxlive')

function files(folder: string, kind: RegExp): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => kind.test(path) && !path.includes('node_modules')).map((path) => join(folder, path))
}

/** The generated schema has words of the API, some of which are names of experiments too. */
const sources = files(ADDON, /\.(vue|ts|mjs|css|json)$/).filter((file) => !file.endsWith('schema.ts'))
const nameOf = (file: string) => file.replace(/.*\//, '').split('.')[0] ?? ''
const experiments = files(join(ROOT, 'experiments'), /^[a-z]\w*\/(?!__)\w+\.py$/).map(nameOf)
/** A jaxpr is a stage of any program; passes and a timeline are blocks of any run. */
const ANY = ['jaxpr', 'passes', 'timeline']
const names = experiments.filter((name) => !ANY.includes(name)).flatMap((name) => [name, name.replaceAll('_', '-')])

/** What only this talk has, by what it is. */
const FOREIGN = {
  'an experiment': RegExp(`['"\`](${[...new Set(names)].join('|')})['"\`]`),
  'a recording': RegExp(readdirSync(join(ROOT, 'recordings')).join('|')),
  'a folder of the talk': /\.\.\/(recordings|imgs|slides|experiments|themes)\//,
  'the theme': /slidev-theme|academic/,
}

it('looks at all of the addon', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(names).toContain('three-ways')
})

it.each(Object.entries(FOREIGN))('does not know %s', (_, pattern) => {
  const found = sources.map((file) => [relative(ADDON, file), pattern.exec(readFileSync(file, 'utf8'))?.[0]])
  expect(found.filter(([, match]) => match)).toEqual([])
})
