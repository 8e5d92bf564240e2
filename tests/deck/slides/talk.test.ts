import { expect, it } from 'vitest'
import { newestRecording, quotedFigures } from '../../../addons/jaxlive/runs/recordings'
import { talk } from '../../../slides/talk'

it.each(['xla', 'jit', 'scipy', 'autograd', 'mnist'])(
  'has the source’s figures for %s, and only quotes them',
  async (name) => {
    const quoted = await quotedFigures(name, talk.quoted)
    expect(quoted?.environment?.machine).toBe('RTX 3060 Ti, 2023, unsynchronised')
    expect(quoted?.blocks.some(({ kind }) => kind === 'timings')).toBe(false)
    expect((await newestRecording(name, {}, talk.recordings))?.id).not.toBe(quoted?.id)
  },
)
