interface Identified {
  id: string
}

/** The rows as they stood, with today's content, and how many have come since. */
export function holdRows<T extends Identified>(
  held: readonly T[],
  latest: readonly T[],
): { rows: T[]; newCount: number } {
  const latestById = new Map(latest.map((row) => [row.id, row]))
  const heldIds = new Set(held.map(({ id }) => id))
  return {
    rows: held.map((row) => latestById.get(row.id) ?? row),
    newCount: latest.filter(({ id }) => !heldIds.has(id)).length,
  }
}
