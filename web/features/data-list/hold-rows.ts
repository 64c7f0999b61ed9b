interface Identified {
  id: string
}

export interface HeldRows<T> {
  rows: T[]
  /** How many have come in between or before them. */
  newCount: number
  /** Those that are in the list no more; they stay where they are, as they were. */
  goneIds: ReadonlySet<string>
}

/**
 * The rows of a page in the places where they stood, with today's content. What has come after them moves nothing, and
 * is added; what has come before them or in between is counted. `isEnd` says that nothing comes after the latest rows.
 */
export function holdRows<T extends Identified>(held: readonly T[], latest: readonly T[], isEnd: boolean): HeldRows<T> {
  const latestById = new Map(latest.map((row) => [row.id, row]))
  const heldIds = new Set(held.map(({ id }) => id))
  const lastKept = latest.findLastIndex(({ id }) => heldIds.has(id))
  const tail = lastKept === -1 ? [] : latest.slice(lastKept + 1)
  // A row that is missing before one that is there has left the list; at the end it may have been pushed to the next page.
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
