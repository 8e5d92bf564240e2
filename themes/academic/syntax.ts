import type { ThemeRegistration } from 'shiki'

/** Colours of code, as names of the theme's tokens: one Shiki theme serves light and dark. */
export const academic: ThemeRegistration = {
  name: 'academic',
  type: 'light',
  colors: { 'editor.foreground': 'var(--ink)', 'editor.background': 'var(--sunk)' },
  tokenColors: [
    { scope: ['comment', 'string.quoted.docstring'], settings: { foreground: 'var(--muted)' } },
    {
      scope: ['keyword.control', 'storage', 'keyword.operator.logical'],
      settings: { foreground: 'var(--syntax-keyword)' },
    },
    { scope: ['constant.numeric', 'constant.language'], settings: { foreground: 'var(--syntax-number)' } },
    { scope: ['string'], settings: { foreground: 'var(--syntax-string)' } },
    { scope: ['entity.name.type', 'support.type'], settings: { foreground: 'var(--syntax-type)' } },
    {
      scope: ['entity.name.function', 'support.function', 'keyword.instruction'],
      settings: { foreground: 'var(--syntax-name)' },
    },
    // As all else, but apart from it: where code grows, names move one by one.
    {
      scope: [
        'keyword.operator',
        'punctuation.definition.arguments',
        'punctuation.definition.parameters',
        'punctuation.parenthesis',
        'punctuation.separator',
      ],
      settings: { foreground: 'currentcolor' },
    },
  ],
}
