import { defineAppSetup } from '@slidev/types'
import { provideTalk } from 'slidev-addon-jaxlive/talk'
import { talk } from '../talk'

export default defineAppSetup(() => provideTalk(talk))
