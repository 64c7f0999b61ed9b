interface Identified {
  id: string
}

export interface FrozenList<T> {
  rows: T[]
  /** Ids of rows that have left the list since it was frozen; they stay where they are until it thaws. */
  goneIds: Set<string>
  newCount: number
}

/** The rows of a list as they stood, with today's content, whatever has come or gone since. */
export function freezeList<T extends Identified>(frozen: readonly T[], latest: readonly T[]): FrozenList<T> {
  const latestById = new Map(latest.map((row) => [row.id, row]))
  const frozenIds = new Set(frozen.map(({ id }) => id))
  return {
    rows: frozen.map((row) => latestById.get(row.id) ?? row),
    goneIds: new Set([...frozenIds].filter((id) => !latestById.has(id))),
    newCount: latest.filter(({ id }) => !frozenIds.has(id)).length,
  }
}

/** Whom to look at after a row has been dealt with: the one below, or above at the end; undefined when it was the last. */
export function neighbourOf<T extends Identified>(rows: readonly T[], id: string): T | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return rows[index + 1] ?? rows[index - 1]
}
