/**
 * Returns the row to look at after a row has been dealt with: the one below, or the one above at the end. Undefined if
 * it was the last.
 */
export function neighbourOf<T extends { id: string }>(
  rows: readonly T[],
  goneIds: ReadonlySet<string>,
  id: string,
): T | undefined {
  const index = rows.findIndex((row) => row.id === id)
  const isHere = (row: T) => row.id !== id && !goneIds.has(row.id)
  return rows.slice(index + 1).find(isHere) ?? rows.slice(0, Math.max(index, 0)).findLast(isHere)
}
