// node tools/paper.mjs FILE.pdf DECK.md: gives a printed deck its parts and slides as an outline, with their permalinks,
// and leads its links, which name the server that printed it, to its own pages.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { argv } from 'node:process'
import { outlinePdfFactory } from '@lillallol/outline-pdf'
import { load } from '@slidev/parser/fs'
import * as pdfLib from 'pdf-lib'
import { shown } from 'slidev-addon-jaxlive/bin/tags.mjs'

const { PDFDict, PDFDocument, PDFName } = pdfLib
const [file, entry] = argv.slice(2)
const folder = dirname(resolve(entry))
const deck = await load({ userRoot: folder, roots: [] }, resolve(entry))
const slides = deck.slides.filter(({ frontmatter }) => !frontmatter.speaker)
const pdf = await PDFDocument.load(readFileSync(file))
const pages = pdf.getPages()
if (pages.length !== slides.length) throw new Error(`${file} has ${pages.length} pages, ${entry} ${slides.length} slides`)

const outline = slides.map(({ title, content, frontmatter }, i) => {
  const names = [...new Set(shown(content, folder).cards.map(({ name }) => `/${name}`))]
  const words = [title.replaceAll('`', ''), ...names].join('  ')
  return `${i + 1}|${['cover', 'section'].includes(frontmatter.layout) ? '' : '-'}|${words}`
})
await outlinePdfFactory(pdfLib)({ outline: outline.join('\n'), pdf })
for (const page of pages) leadToPages(page.node)
writeFileSync(file, await pdf.save())

function leadToPages(node) {
  const links = node.Annots()
  for (const [i, link] of [...(links?.asArray() ?? []).entries()].reverse()) {
    const dict = pdf.context.lookup(link, PDFDict)
    const uri = dict.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI')).decodeText() ?? ''
    if (uri.startsWith('data:')) links.remove(i) // a download, which paper does not have
    if (!uri.startsWith('http://localhost')) continue
    dict.delete(PDFName.of('A'))
    dict.set(PDFName.of('Dest'), pdf.context.obj([pageOf(uri).ref, 'Fit']))
  }
}

function pageOf(uri) {
  const alias = decodeURIComponent(new URL(uri).pathname.slice(1))
  const page = pages[slides.findIndex(({ frontmatter }) => frontmatter.routeAlias === alias)]
  if (!page) throw new Error(`a link leads to /${alias}: expected the routeAlias of a slide of ${entry}`)
  return page
}
