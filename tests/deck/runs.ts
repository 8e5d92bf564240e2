import type { Block, Row, Run, Timings } from '../../addons/jaxlive/rest/types'

/** A run as the server would send it, for the tests to vary. */
export function aRun(change: Partial<Run> = {}): Run {
  return {
    id: 'r1',
    experiment: 'jit',
    params: { array_length: 1000, device: 'auto' },
    status: 'done',
    position: null,
    created_at: '2026-11-20T10:00:00Z',
    started_at: '2026-11-20T10:00:01Z',
    finished_at: '2026-11-20T10:00:03Z',
    environment: null,
    blocks: [],
    problem: null,
    source: 'live',
    repeated: false,
    ...change,
  }
}

export function aRow(variant: string, median_s: number, change: Partial<Row> = {}): Row {
  const samples_s = [0.95, 1, 1, 1.02, 1.1].map((factor) => factor * median_s)
  return {
    variant,
    framework: 'jax',
    mode: variant,
    device: 'cpu',
    dtype: 'float32',
    threads: 2,
    inputs: 'warm',
    latency: {
      median_s,
      ci95_s: [0.99 * median_s, 1.01 * median_s],
      q25_s: median_s,
      q75_s: 1.02 * median_s,
      min_s: 0.95 * median_s,
      samples_s,
      calls_per_sample: 4,
      outliers: { low_severe: 0, low_mild: 0, high_mild: 0, high_severe: 0 },
    },
    ...change,
  }
}

export function someTimings(change: Partial<Timings> = {}): Timings {
  return {
    kind: 'timings',
    label: 'float32',
    rows: [aRow('numpy', 0.18, { framework: 'numpy', mode: 'eager' }), aRow('eager', 0.213), aRow('jit', 0.084)],
    ratios: [],
    control: null,
    rounds: 5,
    complete: true,
    verdict: '',
    flags: [],
    ...change,
  }
}

export function printed(label: string, ...lines: string[]): Block {
  return { kind: 'printed', label, lines }
}
