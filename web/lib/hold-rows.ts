interface Identified {
  id: string
}

export interface HeldRows<T> {
  rows: T[]
  /** The number of rows that came in before or between the held ones, and are not shown yet. */
  newCount: number
  /** The ids of the rows that have left the list. They stay where they are, as they were. */
  goneIds: ReadonlySet<string>
  /** True if the latest rows begin in another order than the shown ones. */
  isBehind: boolean
}

export interface HoldOptions {
  /** True if no rows follow the latest ones, so that a missing row has left the list. */
  isEnd: boolean
  /** True for a list that shows every new row below the held ones, instead of counting it. */
  hasNewBelow?: boolean | undefined
}

/**
 * Returns the rows in the places where they stood, with their latest content. Rows that follow the held ones are added,
 * as they move none of them. Rows that came in before or between the held ones are counted, or shown below.
 */
export function holdRows<T extends Identified>(
  held: readonly T[],
  latest: readonly T[],
  { isEnd, hasNewBelow = false }: HoldOptions,
): HeldRows<T> {
  const latestById = new Map(latest.map((row) => [row.id, row]))
  const heldIds = new Set(held.map(({ id }) => id))
  const isNew = ({ id }: T) => !heldIds.has(id)
  const lastKept = latest.findLastIndex((row) => !isNew(row))
  const tail = lastKept === -1 ? [] : latest.slice(lastKept + 1)
  const begin = latest.slice(0, latest.length - tail.length)
  // A row that is missing before a present one has left the list. One at the end may stand on the next page by now.
  const lastHere = isEnd ? held.length - 1 : held.findLastIndex(({ id }) => latestById.has(id))
  return {
    rows: [...held.map((row) => latestById.get(row.id) ?? row), ...(hasNewBelow ? latest.filter(isNew) : tail)],
    newCount: hasNewBelow ? 0 : begin.filter(isNew).length,
    goneIds: new Set(
      held
        .slice(0, lastHere + 1)
        .map(({ id }) => id)
        .filter((id) => !latestById.has(id)),
    ),
    isBehind: begin.some(({ id }, index) => held[index]?.id !== id),
  }
}
