import type { Component } from 'vue'
import PassesBlock from '../passes/PassesBlock.vue'
import Program from '../program/Program.vue'
import type { Block } from '../rest/types'
import TimelineBlock from '../timeline/TimelineBlock.vue'
import HeatmapBlock from './HeatmapBlock.vue'
import ImageBlock from './ImageBlock.vue'
import NoteBlock from './NoteBlock.vue'
import PrintedBlock from './PrintedBlock.vue'
import RaisedBlock from './RaisedBlock.vue'
import SeriesBlock from './SeriesBlock.vue'
import TableBlock from './TableBlock.vue'
import TimingsBlock from './TimingsBlock.vue'
import ValuesBlock from './ValuesBlock.vue'

/** What draws a block, by its kind. */
export const renderers: Record<Block['kind'], Component> = {
  heatmap: HeatmapBlock,
  image: ImageBlock,
  note: NoteBlock,
  passes: PassesBlock,
  printed: PrintedBlock,
  program: Program,
  raised: RaisedBlock,
  series: SeriesBlock,
  table: TableBlock,
  timeline: TimelineBlock,
  timings: TimingsBlock,
  values: ValuesBlock,
}
