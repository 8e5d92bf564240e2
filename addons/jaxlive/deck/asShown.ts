/** Code without words to the formatter, line by line as in its file. */
export function asShown(code: string): string {
  return code.replace(/ +# fmt: skip$/gm, '')
}
