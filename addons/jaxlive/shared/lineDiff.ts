import { diffArrays } from 'diff'

/** For each line of `after`, the index of the line of `before` that it continues. */
export function continued(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  let next = 0
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) => {
    if (removed) next += value.length
    return removed ? [] : value.map(() => (added ? undefined : next++))
  })
}
