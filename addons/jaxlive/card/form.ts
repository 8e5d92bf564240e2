import type { Parameters } from '../rest/types'
import { words } from '../shared/format'

/** One parameter of an experiment, as the form shows it. */
export interface Field {
  name: string
  label: string
  unit: string
  input: 'number' | 'checkbox' | 'select' | 'text'
  fallback: unknown
  integer: boolean
  minimum: number | undefined
  maximum: number | undefined
  options: readonly unknown[]
  hint: string
}

/** What the form reads of a property in the JSON Schema that pydantic writes. */
interface Property {
  type?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  unit?: string
  description?: string
}

/** The fields of a JSON Schema, without the parameters that the slide pins. */
export function fieldsOf(schema: Parameters, pinned: Parameters): Field[] {
  const properties = (schema.properties ?? {}) as Record<string, Property>
  return Object.entries(properties)
    .filter(([name]) => !(name in pinned))
    .map(([name, property]) => fieldOf(name, property))
}

function fieldOf(name: string, property: Property): Field {
  return {
    name,
    label: words(name),
    unit: property.unit ?? '',
    input: inputOf(property),
    fallback: property.default,
    integer: property.type === 'integer',
    minimum: property.minimum,
    maximum: property.maximum,
    options: property.enum ?? [],
    hint: property.description ?? '',
  }
}

function inputOf({ type, enum: options }: Property): Field['input'] {
  if (options) return 'select'
  if (type === 'boolean') return 'checkbox'
  return type === 'integer' || type === 'number' ? 'number' : 'text'
}

/** A slider's travel, 0 to 1, and the value there. Bounds two decades apart or more make it logarithmic. */
export interface Travel {
  toValue(position: number): number
  toPosition(value: number): number
}

/** The travel of a bounded number; null where there is nothing to slide between. */
export function travelOf({ input, minimum, maximum, integer }: Field): Travel | null {
  if (input !== 'number' || minimum === undefined || maximum === undefined || minimum >= maximum) return null
  const clamp = (value: number) => Math.min(maximum, Math.max(minimum, integer ? Math.round(value) : value))
  if (minimum > 0 && maximum / minimum >= 100) {
    const decades = Math.log10(maximum / minimum)
    return {
      toValue: (position) => clamp(oneDigit(minimum * 10 ** (position * decades))),
      toPosition: (value) => Math.log10(clamp(value) / minimum) / decades,
    }
  }
  const span = maximum - minimum
  return {
    toValue: (position) => clamp(Number((minimum + position * span).toPrecision(2))),
    toPosition: (value) => (clamp(value) - minimum) / span,
  }
}

function oneDigit(value: number): number {
  return Number(value.toPrecision(1))
}
