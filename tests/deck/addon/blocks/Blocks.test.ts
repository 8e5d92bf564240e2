import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { renderers } from '../../../../addons/jaxlive/blocks'
import type { Block } from '../../../../addons/jaxlive/rest/types'
import { someTimings } from '../../runs'

vi.mock('@slidev/client', () => import('../../slidev'))

const axis = { label: 'step', unit: 's', scale: 'linear' } as const
const samples: [Block, string][] = [
  [
    { kind: 'values', label: 'v', items: [{ name: 'y_1', dtype: 'float16', shape: [2], text: '[1. 2.]' }] },
    'float16[2]',
  ],
  [{ kind: 'raised', label: 'r', type: 'builtins.ValueError', message: 'no', line: 7, source: ' x + y' }, 'ValueError'],
  [{ kind: 'printed', label: 'p', lines: ['a', 'b'] }, 'a\nb'],
  [
    {
      kind: 'table',
      label: 't',
      columns: ['n', 'same'],
      rows: [
        [1234.5, true],
        [null, 'x'],
      ],
    },
    '1,235',
  ],
  [{ kind: 'note', text: 'Half of it.' }, 'Half of it.'],
  [{ kind: 'series', label: 's', x: axis, y: axis, points: [{ line: 'a', x: 1, y: null }] }, 'not finite'],
  [someTimings(), 'JAX eager'],
]

it.each(samples)('renders %o', (block, words) => {
  expect(mount(renderers[block.kind], { props: { block } }).element.textContent).toContain(words)
})

it('gives an image its text alternative', () => {
  const block: Block = { kind: 'image', label: 'i', png: 'AAAA', alt: 'two circles' }
  const image = mount(renderers.image, { props: { block } })
  expect(image.attributes()).toMatchObject({ alt: 'two circles', src: 'data:image/png;base64,AAAA' })
})
