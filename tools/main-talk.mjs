// node tools/main-talk.mjs DECK.md > MAIN.md: the deck's Markdown up to the slide that begins its appendix.
import { readFileSync } from 'node:fs'
import { argv, stdout } from 'node:process'
import { parse } from '@slidev/parser'

const [, , file] = argv
const text = readFileSync(file, 'utf8')
const appendix = (await parse(text, file)).slides.find(({ frontmatter }) => frontmatter.appendix)
stdout.write(appendix ? text.split('\n').slice(0, appendix.start).join('\n') : text)
