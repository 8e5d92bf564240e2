/** What the device is asked to run: an instruction of an optimised program's entry, with what it does inside. */
export interface Kernel {
  name: string
  /** Its line in the listing. */
  line: number
  operations: readonly string[]
}

interface Instruction {
  name: string
  line: number
  operation: string
  called: string | undefined
}

const COMPUTATION = /^(ENTRY )?%?([\w.-]+) .*\{$/
const INSTRUCTION = /^\s+(?:ROOT )?%?([\w.-]+) = (?:\(.*?\)|\S+) ([\w-]+)\(/
const CALLED = /\b(?:calls|to_apply)=%?([\w.-]+)/
/** They move or name data, and compute nothing. */
const SILENT = ['parameter', 'constant', 'tuple', 'get-tuple-element', 'bitcast', 'copy', 'broadcast']

/** The kernels of an optimised HLO module, in the order of its entry. */
export function kernelsOf(lines: readonly string[]): Kernel[] {
  const computations = new Map<string, Instruction[]>()
  let current: Instruction[] = []
  let entry = current
  lines.forEach((text, line) => {
    const [, isEntry, computation] = COMPUTATION.exec(text) ?? []
    const [, name, operation = ''] = INSTRUCTION.exec(text) ?? []
    if (computation) {
      current = []
      computations.set(computation, current)
      if (isEntry) entry = current
    }
    if (name) current.push({ name, line, operation, called: CALLED.exec(text)?.[1] })
  })

  function operations({ operation, called = '' }: Instruction): string[] {
    const within = ['fusion', 'call'].includes(operation) ? computations.get(called) : undefined
    return within ? loud(within).flatMap(operations) : [operation]
  }
  return loud(entry).map((one) => ({ name: one.name, line: one.line, operations: operations(one) }))
}

function loud(instructions: readonly Instruction[]): Instruction[] {
  return instructions.filter(({ operation }) => !SILENT.includes(operation))
}
