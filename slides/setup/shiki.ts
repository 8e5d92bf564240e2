import { defineShikiSetup } from '@slidev/types'
import { hlo, jaxpr, mlir } from '../lib/grammars'

export default defineShikiSetup(() => ({ langs: ['python', jaxpr, mlir, hlo] }))
