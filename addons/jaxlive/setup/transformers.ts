import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defineTransformersSetup } from '@slidev/types'
import { GROWING, withSteps } from '../deck/growingCode'

/** Code that grows is imported from experiments/, as all code is; a change of it reloads its slide. */
export default defineTransformersSetup(() => ({
  pre: [
    ({ s, slide, options: { data } }) => {
      const read = (path: string) => {
        const file = resolve(dirname(slide.source.filepath), path)
        data.watchFiles[file] ??= new Set()
        data.watchFiles[file].add(slide.index)
        return readFileSync(file, 'utf8')
      }
      s.replace(GROWING, (_, imports: string) => withSteps(imports, read))
    },
  ],
}))
