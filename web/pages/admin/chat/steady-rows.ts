import type { ChatMember } from '../../../../contract/chat.ts'

/** As much of a row as its place in the list depends on. */
export type Row = Pick<ChatMember, 'user_id' | 'admin_unread_count'>

interface SteadyOptions {
  /** Somebody looks at the rows, which therefore stay where they are. */
  isHeld: boolean
  /** Whose conversation is open. It does not leave the list by being read. */
  openId: string | undefined
}

/** The rows to show: the latest ones, or those that are shown, brought up to date, while they are held: then the order may be behind. */
export function steadyRows<T extends Row>(
  shown: readonly T[],
  latest: readonly T[],
  { isHeld, openId }: SteadyOptions,
): { rows: T[]; isBehind: boolean } {
  const latestById = new Map(latest.map((row) => [row.user_id, row]))
  const refreshed = (row: T) => latestById.get(row.user_id) ?? withoutUnread(row)
  if (!isHeld || shown.length === 0) {
    const rows = [...latest]
    const index = shown.findIndex(({ user_id: id }) => id === openId)
    const open = shown[index]
    if (open && !latestById.has(open.user_id)) rows.splice(index, 0, refreshed(open))
    return { rows, isBehind: false }
  }
  const shownIds = new Set(shown.map(({ user_id: id }) => id))
  // What follows the last row that is shown has been loaded for the end of the list, and moves nothing.
  const end = latest.findLastIndex(({ user_id: id }) => shownIds.has(id)) + 1
  const isBehind = latest.slice(0, end).some(({ user_id: id }, index) => shown[index]?.user_id !== id)
  return { rows: [...shown.map(refreshed), ...latest.slice(end)], isBehind }
}

/** A row that is no longer listed has been read, here or by somebody else. */
function withoutUnread<T extends Row>(row: T): T {
  return row.admin_unread_count === 0 ? row : { ...row, admin_unread_count: 0 }
}
