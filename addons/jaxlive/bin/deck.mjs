#!/usr/bin/env node
// jaxlive-deck slides.md: the deck as JSON, slide by slide, with what each shows of experiments.
// Slidev's parser finds the slides.
import { dirname, relative, resolve } from 'node:path'
import { argv, exit, stderr, stdout } from 'node:process'
import { load } from '@slidev/parser/fs'
import { shown } from './tags.mjs'

async function read(entry) {
  const folder = dirname(entry)
  const deck = await load({ userRoot: folder, roots: [] }, entry)
  for (const [file, { errors = [] }] of Object.entries(deck.markdownFiles))
    for (const { row, message } of errors) throw new Error(`${relative(folder, file)}:${row + 1}: ${message}`)
  const appendix = deck.slides.findIndex(({ frontmatter }) => frontmatter.appendix)
  const slides = deck.slides.map((slide, i) => ({
    ...slideOf(slide, folder),
    appendix: appendix >= 0 && i >= appendix,
  }))
  return { title: deck.headmatter.title ?? '', slides }
}

function slideOf({ title = '', content, note = '', source, frontmatter }, folder) {
  const [page, line] = [relative(folder, source.filepath), source.contentStart + 1]
  try {
    const { routeAlias: alias = '', question = '', behind = [] } = frontmatter
    const head = { title, page, line, note, alias, question, behind: [behind].flat() }
    return { ...head, ...shown(content, folder) }
  } catch (error) {
    throw new Error(`${page}:${line}: ${error.message}`)
  }
}

try {
  stdout.write(`${JSON.stringify(await read(resolve(argv[2])), null, 1)}\n`)
} catch (error) {
  stderr.write(`${error.message}\n`)
  exit(1)
}
