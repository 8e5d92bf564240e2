import type { components } from './schema'

type Schemas = components['schemas']

export type Run = Schemas['Run']
export type Block = Run['blocks'][number]
export type Status = Run['status']
export type Problem = Schemas['Problem']
export type ExperimentInfo = Schemas['ExperimentInfo']
export type Environment = Schemas['Environment']
export type Health = Schemas['Health']
export type DeckPosition = Schemas['DeckPosition']
export type Edit = Schemas['Edit']
export type Timings = Schemas['Timings']
export type Row = Schemas['Row']
export type Ratio = Schemas['Ratio']
export type Control = Schemas['Control']
export type Compile = Schemas['Compile']
export type Program = Schemas['Program']
export type Stage = Schemas['Stage']
export type Values = Schemas['Values']
export type Raised = Schemas['Raised']
export type Printed = Schemas['Printed']
export type Series = Schemas['Series']
export type Table = Schemas['Table']
export type Image = Schemas['Image']
export type Note = Schemas['Note']

export type BusEvent =
  | Schemas['Snapshot']
  | Schemas['DeckMoved']
  | Schemas['EditMoved']
  | Schemas['Queued']
  | Schemas['Started']
  | Schemas['BlockEvent']
  | Schemas['AppendEvent']
  | Schemas['Finished']

export type Parameters = Record<string, unknown>
