import { expect, it } from 'vitest'
import { csvOf } from '../../../../addons/jaxlive/card/tidy'
import { printed, someTimings } from '../../runs'

it('has a line for each figure', () => {
  const table = {
    kind: 'table' as const,
    label: 'the_steps',
    columns: ['step', 'miss, m'],
    rows: [
      [0, 2.9],
      [1, null],
    ],
  }
  expect(csvOf([table]).split('\r\n')).toEqual([
    'block,row,column,value',
    'the steps,1,step,0',
    'the steps,1,"miss, m",2.9',
    'the steps,2,step,1',
    'the steps,2,"miss, m",',
    '',
  ])
})

it('keeps quotes and line breaks within their line', () => {
  expect(csvOf([printed('out', 'a "word"\nand more')])).toContain('out,1,line,"a ""word""\nand more"\r\n')
})

it('has the median and the interval of each variant', () => {
  expect(csvOf([someTimings()])).toMatch(/median, s/)
})
