import { defineShikiSetup } from '@slidev/types'
import { academic } from '../syntax'

export default defineShikiSetup(() => ({ theme: academic }))
