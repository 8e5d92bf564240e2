import { readFileSync } from 'node:fs'
import type { Run } from '../../addons/jaxlive/rest/types'

/** A run as the command line wrote it with --json, of its blocks those that are drawn. */
export function recorded(name: 'three-ways' | 'jit' | 'composition'): Run {
  return JSON.parse(readFileSync(`${import.meta.dirname}/recorded/${name}.json`, 'utf8'))
}
