import type { ChatMember } from '../../../../contract/chat.ts'

/** The part of a row that decides its place in the list. */
export type Row = Pick<ChatMember, 'user_id' | 'admin_unread_count'>

interface SteadyOptions {
  /** True while an administrator looks at the rows, which then keep their places. */
  isHeld: boolean
  /** The member of the open conversation. The row stays in the list after the conversation has been read. */
  openId: string | undefined
}

/**
 * Returns the rows to show: the latest ones or, while held, those on the screen with fresh content. `isBehind` is true
 * if the latest order differs.
 */
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
  // Rows after the last shown one were loaded for the end of the list. They move no shown row.
  const end = latest.findLastIndex(({ user_id: id }) => shownIds.has(id)) + 1
  const isBehind = latest.slice(0, end).some(({ user_id: id }, index) => shown[index]?.user_id !== id)
  return { rows: [...shown.map(refreshed), ...latest.slice(end)], isBehind }
}

/** A row that is no longer listed has been read, here or by another administrator. */
function withoutUnread<T extends Row>(row: T): T {
  return row.admin_unread_count === 0 ? row : { ...row, admin_unread_count: 0 }
}
