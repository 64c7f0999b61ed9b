interface Identified {
  id: string
}

export interface FrozenList<T> {
  rows: T[]
  /** The ids of rows that have left the list since it was frozen. They stay in their places until it thaws. */
  goneIds: Set<string>
}

/**
 * Returns the rows of a list in their frozen places, with their latest content. Gone rows stay, and new rows come last.
 */
export function freezeList<T extends Identified>(frozen: readonly T[], latest: readonly T[]): FrozenList<T> {
  const latestById = new Map(latest.map((row) => [row.id, row]))
  const frozenIds = new Set(frozen.map(({ id }) => id))
  return {
    rows: [...frozen.map((row) => latestById.get(row.id) ?? row), ...latest.filter(({ id }) => !frozenIds.has(id))],
    goneIds: new Set([...frozenIds].filter((id) => !latestById.has(id))),
  }
}

/**
 * Returns the row to show after one has been dealt with: the next below, or above at the end. Undefined if it was the
 * last.
 */
export function neighbourOf<T extends Identified>(
  rows: readonly T[],
  goneIds: ReadonlySet<string>,
  id: string,
): T | undefined {
  const index = rows.findIndex((row) => row.id === id)
  const isHere = (row: T) => row.id !== id && !goneIds.has(row.id)
  return rows.slice(index + 1).find(isHere) ?? rows.slice(0, Math.max(index, 0)).findLast(isHere)
}
