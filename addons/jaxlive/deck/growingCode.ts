import { asShown } from './asShown'

/** Code that grows: a `md magic-move` block of imports, one for each of its steps. */
export const GROWING = /^````md magic-move\n(.*?)^````$/gms
const IMPORT = /^<<< (\S+)#(\w+) (.+)$/gm

/**
 * The block with its steps in place of their imports, which Slidev refuses from outside of slides/. The code that it
 * ends with is there to be edited at each of its steps.
 */
export function withSteps(imports: string, read: (path: string) => string): string {
  const steps = [...imports.matchAll(IMPORT)].map(([, path = '', region = '', info]) => {
    return { info, code: regionOf(read(path), path, region) }
  })
  const last = encodeURIComponent(steps.at(-1)?.code.replace(/\n{3,}/g, '\n\n') ?? '').replaceAll("'", '%27')
  const fences = steps.map(({ info, code }) => `\`\`\`${info}\n${code}\n\`\`\``)
  return ["````md magic-move { tabindex: 0, 'data-code': '", last, "' }\n", fences.join('\n'), '\n````'].join('')
}

function regionOf(text: string, path: string, name: string): string {
  const found = new RegExp(`^# region ${name}\\n(.*?)\\n# endregion ${name}$`, 'ms').exec(text)
  if (!found?.[1]) throw new Error(`${path} has no region ${name}: expected "# region ${name}" and its end`)
  return asShown(found[1]).trim()
}
