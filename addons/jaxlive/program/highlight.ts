import llvm from '@shikijs/langs/llvm'
import python from '@shikijs/langs/python'
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { Stage } from '../rest/types'
import { talk } from '../talk'
import { assembly, hlo, jaxpr, mlir } from './grammars'

/** A piece of a line in one colour. */
export interface Token {
  content: string
  color: string | undefined
}

const LANGUAGE: Record<Stage['name'], string> = {
  python: 'python',
  jaxpr: 'jaxpr',
  stablehlo: 'mlir',
  hlo: 'hlo',
  llvm: 'llvm',
  assembly: 'assembly',
  ptx: 'assembly',
}
const LONGEST_LINE = 4000

/** Colours by variables like --shiki-token-keyword, which styles/index.css sets. */
const NEUTRAL = createCssVariablesTheme()

let highlighter: Promise<HighlighterCore> | undefined

/** The lines of a program's stage as coloured tokens; what is not coloured is still there as text. */
export async function highlight(text: string, stage: Stage['name']): Promise<Token[][]> {
  highlighter ??= createHighlighterCore({
    langs: [...python, ...llvm, jaxpr, mlir, hlo, assembly],
    engine: createJavaScriptRegexEngine(),
  })
  const { codeToTokensBase } = await highlighter
  const lines = codeToTokensBase(text, {
    lang: LANGUAGE[stage],
    theme: talk.syntax ?? NEUTRAL,
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: 0, // a busy machine would leave lines without colours
  })
  return lines.map((line) => line.map(({ content, color }) => ({ content, color })))
}
