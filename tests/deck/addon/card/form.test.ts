import { describe, expect, it } from 'vitest'
import { type Field, fieldsOf, travelOf } from '../../../../addons/jaxlive/card/form'

const schema = {
  properties: {
    device: { type: 'string', enum: ['auto', 'cpu', 'gpu'], default: 'auto' },
    array_length: { type: 'integer', default: 1_000_000, minimum: 1000, maximum: 100_000_000, unit: 'elements' },
    learning_rate: { type: 'number', default: 0.01, minimum: 0, maximum: 1 },
    dry_run: { type: 'boolean', default: false },
    label: { type: 'string', default: '' },
  },
}

function field(name: string): Field {
  const found = fieldsOf(schema, {}).find((one) => one.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

describe('fieldsOf', () => {
  it('chooses an input for each type, in the order of the schema', () => {
    expect(fieldsOf(schema, {}).map(({ input }) => input)).toEqual(['select', 'number', 'number', 'checkbox', 'text'])
  })

  it('names a parameter in words, with its unit and default', () => {
    expect(field('array_length')).toMatchObject({ label: 'array length', unit: 'elements', fallback: 1_000_000 })
  })

  it('leaves out what the slide pins', () => {
    const names = fieldsOf(schema, { array_length: 1000, device: 'cpu' }).map(({ name }) => name)
    expect(names).toEqual(['learning_rate', 'dry_run', 'label'])
  })
})

describe('travelOf', () => {
  it('is logarithmic over decades, and stops at round numbers', () => {
    const travel = travelOf(field('array_length'))
    expect(travel?.toValue(0)).toBe(1000)
    expect(travel?.toValue(0.2)).toBe(10_000)
    expect(travel?.toValue(1)).toBe(100_000_000)
    expect(travel?.toPosition(1_000_000)).toBeCloseTo(0.6)
  })

  it('is linear elsewhere', () => {
    const travel = travelOf(field('learning_rate'))
    expect(travel?.toValue(0.25)).toBe(0.25)
    expect(travel?.toPosition(2)).toBe(1)
  })

  it('is not there without bounds', () => {
    expect(travelOf(field('device'))).toBeNull()
    expect(travelOf({ ...field('array_length'), maximum: undefined })).toBeNull()
  })
})
