import { expect, it } from 'vitest'
import { broken, roomForNames } from '../../../../addons/jaxlive/blocks/lineNames'

const narrow = { width: 404, height: 300, text: 16 }
const wide = { width: 864, height: 300, text: 16 }

it('breaks a long name near its middle, where the chart is narrow', () => {
  expect(broken('function in a scan', narrow)).toBe('function\nin a scan')
  expect(broken('function in a scan', wide)).toBe('function in a scan')
  expect(broken('JAX jit', narrow)).toBe('JAX jit')
})

it('knows when names need more room than there is', () => {
  expect(roomForNames(['numpy', 'jit'], narrow)).toBeLessThan(120)
  expect(roomForNames(['numpy', 'jit'], { ...narrow, width: 160 })).toBeUndefined()
  expect(roomForNames(['numpy', 'jit'], { ...narrow, height: 40 })).toBeUndefined()
})
