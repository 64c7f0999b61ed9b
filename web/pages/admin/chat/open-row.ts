import type { ChatMember } from '../../../../contract/chat.ts'

/** The part of a row that decides its place in the list. */
export type Row = Pick<ChatMember, 'user_id' | 'admin_unread_count'>

/** The row of the open conversation, and the place where it stood when the list last held it. */
export interface OpenRow<T> {
  row: T
  index: number
}

/** Returns the rows with the open conversation in its place, as read. Reading it must not remove it from the list. */
export function withOpenRow<T extends Row>(rows: readonly T[], { row, index }: OpenRow<T>): readonly T[] {
  if (rows.some(({ user_id: id }) => id === row.user_id)) return rows
  return rows.toSpliced(index, 0, withoutUnread(row))
}

/** A row that is no longer listed has been read, here or by another administrator. */
export function withoutUnread<T extends Row>(row: T): T {
  return row.admin_unread_count === 0 ? row : { ...row, admin_unread_count: 0 }
}
