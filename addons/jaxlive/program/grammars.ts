import type { LanguageRegistration } from 'shiki'

/** Grammars of the forms that a program passes through, which Shiki does not bring. */

const NUMBER = {
  match: '(?<![\\w.])-?(0x[\\da-fA-F]+|\\d+(\\.\\d*)?([eE][-+]?\\d+)?)(?![\\w.])',
  name: 'constant.numeric',
}
const LITERAL = { match: '(?<![\\w.])(true|false|True|False|None|-?nan|-?inf)\\b', name: 'constant.language' }
const STRING = { match: '"(?:[^"\\\\]|\\\\.)*"?', name: 'string.quoted.double' }
const PARAMETER = { match: '\\b[a-z_]\\w*(?==)', name: 'variable.parameter' }

/** A type with its shape, as in `f32[8,128]{1,0}`, which jaxpr and HLO share. */
const ARRAY_TYPE = {
  match:
    '\\b(pred|bool|token|float0|key<\\w+>|(bf|f|i|s|u|c|ui)\\d+(_?e\\d+m\\d+\\w*)?)' +
    '(\\[[^\\]]*\\](\\{[\\d,:A-Z()]*\\})?)',
  name: 'entity.name.type',
}

/** The printed form of a jaxpr: `c:f32[4] = sin b`. */
export const jaxpr: LanguageRegistration = {
  name: 'jaxpr',
  scopeName: 'source.jaxpr',
  repository: {},
  patterns: [
    { match: '\\b(lambda|let|in)\\b(?!=)', name: 'keyword.control' },
    STRING,
    ARRAY_TYPE,
    PARAMETER,
    { match: '(?<= = )[a-z_][\\w-]*', name: 'entity.name.function' },
    LITERAL,
    NUMBER,
  ],
}

const DIALECT = '(?:func|stablehlo|chlo|mhlo|sdy|arith|math|shape)'

/** MLIR's generic look, with the dialects that JAX lowers to. */
export const mlir: LanguageRegistration = {
  name: 'mlir',
  scopeName: 'source.mlir',
  repository: {},
  patterns: [
    { match: '//.*$', name: 'comment.line' },
    { match: `"${DIALECT}\\.\\w+"`, name: 'entity.name.function' },
    STRING,
    { match: '[%#@][\\w.]+', name: 'variable.other' },
    // Not an attribute's name, as in `mhlo.num_partitions = 1`.
    { match: `\\b${DIALECT}\\.[\\w.]+\\b(?!\\s*=)`, name: 'entity.name.function' },
    { match: '\\b(tensor|vector|memref|complex)<[^<>]*(<[^<>]*>[^<>]*)*>', name: 'entity.name.type' },
    { match: '\\b(bf16|[fi]\\d+|ui\\d+|f8E\\w+|index|none)\\b', name: 'entity.name.type' },
    {
      match: '\\b(module|attributes|public|private|return|call|cond|do|dense|applies|across|init)\\b(?!\\s*=)',
      name: 'keyword.control',
    },
    LITERAL,
    NUMBER,
  ],
}

/** XLA's HLO text, before and after optimisation. */
export const hlo: LanguageRegistration = {
  name: 'hlo',
  scopeName: 'source.hlo',
  repository: {},
  patterns: [
    { match: '//.*$', name: 'comment.line' },
    { match: '/\\*.*?\\*/', name: 'comment.block' },
    STRING,
    { match: '\\b(HloModule|ENTRY|ROOT)\\b', name: 'keyword.control' },
    { match: '%[\\w.-]+', name: 'variable.other' },
    ARRAY_TYPE,
    { match: '\\b[a-z][\\w-]*(?=\\()', name: 'entity.name.function' },
    PARAMETER,
    LITERAL,
    NUMBER,
  ],
}

/** What a processor or a GPU runs: `vmovups (%rdi), %ymm0`, `add.f32 %f3, %f1, %f2;`. */
export const assembly: LanguageRegistration = {
  name: 'assembly',
  scopeName: 'source.assembly',
  repository: {},
  patterns: [
    { match: '(//|#|;(?=\\s)).*$', name: 'comment.line' },
    { match: '^\\s*[\\da-f]+:(?=\\s)', name: 'comment.line' },
    STRING,
    { match: '^[\\w.$<>+-]+:', name: 'entity.name.type' },
    { match: '(?<=^\\s*)\\.\\w+', name: 'keyword.control' },
    { match: '%[\\w.]+', name: 'variable.other' },
    { match: '(?<=^\\s*([\\da-f]+:\\s+|@!?%\\w+\\s+)?)[a-z][\\w.]*', name: 'entity.name.function' },
    NUMBER,
  ],
}
