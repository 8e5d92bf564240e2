/** For each line of `after`, the index of the line of `before` that it continues: a longest common subsequence. */
export function continued(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const longest = lengths(before, after)
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  let i = 0
  return after.map((line, j) => {
    while (i < before.length && before[i] !== line && at(i + 1, j) >= at(i, j + 1)) i++
    return before[i] === line ? i++ : undefined
  })
}

/** The length of the longest common subsequence of the rests from i and from j. */
function lengths(before: readonly string[], after: readonly string[]): number[][] {
  const longest = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--) {
    const [row = [], below = []] = [longest[i], longest[i + 1]]
    for (let j = after.length - 1; j >= 0; j--)
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
  }
  return longest
}
