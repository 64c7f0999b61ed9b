interface Identified {
  id: string
}

export interface HeldRows<T> {
  rows: T[]
  /** The number of new rows before or between the held ones. */
  newCount: number
  /** The ids of rows that have left the list. They stay in their places, unchanged. */
  goneIds: ReadonlySet<string>
}

/**
 * Returns the rows of a page in their held places, with their latest content. New rows after them are added; new rows
 * before or between them are only counted. `isEnd` is true if nothing follows the latest rows.
 */
export function holdRows<T extends Identified>(held: readonly T[], latest: readonly T[], isEnd: boolean): HeldRows<T> {
  const latestById = new Map(latest.map((row) => [row.id, row]))
  const heldIds = new Set(held.map(({ id }) => id))
  const lastKept = latest.findLastIndex(({ id }) => heldIds.has(id))
  const tail = lastKept === -1 ? [] : latest.slice(lastKept + 1)
  // A row that is missing before one that is still there has left the list. At the end of the page, it may have moved
  // to the next page.
  const lastHere = isEnd ? held.length - 1 : held.findLastIndex(({ id }) => latestById.has(id))
  return {
    rows: [...held.map((row) => latestById.get(row.id) ?? row), ...tail],
    newCount: latest.slice(0, latest.length - tail.length).filter(({ id }) => !heldIds.has(id)).length,
    goneIds: new Set(
      held
        .slice(0, lastHere + 1)
        .map(({ id }) => id)
        .filter((id) => !latestById.has(id)),
    ),
  }
}
