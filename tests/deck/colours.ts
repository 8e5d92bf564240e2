import { readFileSync } from 'node:fs'

/** One of the theme's, by name. */
export const stylesheet = (name: string) =>
  readFileSync(`${import.meta.dirname}/../../themes/academic/styles/${name}.css`, 'utf8')

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** The colours that a rule of a stylesheet sets, by token. */
export function tokensOf(selector: string, css = stylesheet('tokens')): Record<string, string> {
  const rules = css.slice(css.indexOf(`\n${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries([...rules.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, value]) => [name, value]))
}

const [addon, talk] = ['addons/jaxlive', 'slides'].map((folder) =>
  readFileSync(`${import.meta.dirname}/../../${folder}/styles/index.css`, 'utf8'),
)
const light = { ...tokensOf(':where(:root)', addon), ...tokensOf(':root'), ...tokensOf(':root', talk) }

/** The colours on the slides, by token: the addon's, the theme's on top of them, then the talk's. */
export const schemes: [string, Record<string, string>][] = [
  ['light', light],
  [
    'dark',
    { ...light, ...tokensOf(':where(html.dark)', addon), ...tokensOf('html.dark'), ...tokensOf('html.dark', talk) },
  ],
]

/** What G. M. Machado, M. M. Oliveira and L. A. F. Fernandes (2009) found that eyes see, of linear sRGB. */
export const EYES: Record<string, Matrix> = {
  'most eyes': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Of linear sRGB to Oklab, by B. Ottosson (2020): to the cones, and from their cube roots. */
const CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]

function times(matrix: Matrix, [a, b, c]: Vector): Vector {
  const [x, y, z] = matrix.map(([p, q, r]) => p * a + q * b + r * c)
  return [x ?? 0, y ?? 0, z ?? 0]
}

function linear(colour: string): Vector {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [r, g, b]
}

function perceived(colour: string, eye: Matrix): Vector {
  const [r, g, b] = times(eye, linear(colour)).map((value) => Math.min(Math.max(value, 0), 1)) as [
    number,
    number,
    number,
  ]
  const [l, m, s] = times(CONES, [r, g, b])
  return times(OKLAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)])
}

/** How far apart two colours are in Oklab, for an eye; what can just be told apart is about 0.02. */
export function distance(one = '', other = '', eye: Matrix = EYES['most eyes'] as Matrix): number {
  const [[l, a, b], [l2, a2, b2]] = [perceived(one, eye), perceived(other, eye)]
  return Math.hypot(l - l2, a - a2, b - b2)
}

/** As WCAG 2.2 defines it. */
export function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [one, other]
    .map(linear)
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
