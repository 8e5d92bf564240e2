import { describe, expect, it } from 'vitest'
import { talk } from '../../../slides/talk'

const drawings = Object.entries(talk.drawings).map(([path, svg]) => [path.replace(/.*\/|\.svg$/g, ''), svg] as const)

describe.each(drawings)('%s.svg', (name, svg) => {
  const style = svg.match(/<style>(.*)<\/style>/s)?.[1] ?? ''

  it('shares a page: its ids, classes and keyframes begin with its name', () => {
    const attributes = [...svg.matchAll(/ (?:id|class)="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    const inStyle = [...style.matchAll(/(?:\.(?=[a-z])|@keyframes )([\w-]+)/g)].map(([, own = '']) => own)
    for (const own of [...attributes, ...inStyle]) expect(own).toMatch(RegExp(`^${name}-`))
  })

  it('moves only for those who want motion', () => {
    const [states] = style.split('@media (prefers-reduced-motion: no-preference)')
    expect(states).not.toMatch(/transition|animation/)
  })
})
