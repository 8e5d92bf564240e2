import type { LanguageRegistration } from 'shiki'

/** Grammars of the forms that a program passes through, which Shiki does not bring. */

const NUMBER = { match: '(?<![\\w.])-?\\d+(\\.\\d*)?([eE][-+]?\\d+)?\\b', name: 'constant.numeric' }
const LITERAL = { match: '\\b(true|false|True|False|None|nan|inf)\\b', name: 'constant.language' }
const STRING = { begin: '"', end: '"', name: 'string.quoted.double' }

/** A type with its shape, as in `f32[8,128]{1,0}`, which jaxpr and HLO share. */
const ARRAY_TYPE = {
  match: '\\b(pred|bool|token|key<\\w+>|(bf|f|i|s|u|c)\\d+)(\\[[^\\]]*\\])?(\\{[\\d,:T()]*\\})?',
  name: 'entity.name.type',
}

/** The printed form of a jaxpr: `c:f32[4] = sin b`. */
export const jaxpr: LanguageRegistration = {
  name: 'jaxpr',
  scopeName: 'source.jaxpr',
  repository: {},
  patterns: [
    { match: '\\b(lambda|let|in)\\b', name: 'keyword.control' },
    STRING,
    ARRAY_TYPE,
    { match: '(?<== )[a-z_]\\w*', name: 'entity.name.function' },
    LITERAL,
    NUMBER,
  ],
}

/** MLIR's generic look, with the dialects that JAX lowers to. */
export const mlir: LanguageRegistration = {
  name: 'mlir',
  scopeName: 'source.mlir',
  repository: {},
  patterns: [
    { match: '//.*$', name: 'comment.line' },
    STRING,
    { match: '\\b(module|attributes|return|loc|dense|applies|across|dims|dim)\\b', name: 'keyword.control' },
    { match: '\\b(func|stablehlo|chlo|mhlo|sdy|arith|math)\\.[\\w.]+', name: 'entity.name.function' },
    { match: '\\b(tensor|vector|memref)<[^>]*>', name: 'entity.name.type' },
    { match: '(?<![%#@\\w])\\b(bf16|[fi]\\d+|ui\\d+|index|none)\\b', name: 'entity.name.type' },
    { match: '[%#@][\\w.]+', name: 'variable.other' },
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
    STRING,
    { match: '\\b(HloModule|ENTRY|ROOT)\\b', name: 'keyword.control' },
    { match: '%[\\w.-]+', name: 'variable.other' },
    ARRAY_TYPE,
    { match: '\\b[a-z][\\w-]*(?=\\()', name: 'entity.name.function' },
    { match: '\\b[a-z_]+(?==)', name: 'variable.parameter' },
    LITERAL,
    NUMBER,
  ],
}
