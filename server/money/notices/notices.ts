import { sql } from 'kysely'
import type { Notice, NoticeCount } from '../../../contract/notices.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot, rowsOfPage } from '../../platform/db/prepared.ts'
import type { Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'

interface PageQuery {
  cursor?: string | undefined
  limit: number
}

/** A cursor is the number of the last notice on the page before. */
const cursorPattern = /^n[1-9]\d{0,14}$/

/** Lists what happened to a member, newest first. */
export async function listNotices(db: Db, userId: string, { cursor, limit }: PageQuery): Promise<Page<Notice>> {
  let query = selectNotices(db)
    .modifyFront(hot('own_notices'))
    .where('n.user_id', '=', userId)
    .orderBy('n.number', 'desc')
    .limit(sql.lit(rowsOfPage(limit)))
  if (cursor !== undefined) query = query.where('n.number', '<', readCursor(cursor))
  const rows = await query.execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toNotice), next_cursor: rows.length > limit && last ? `n${last.number}` : null }
}

/** Reads one notice of a member. Throws if there is none. */
export async function readNotice(db: Db, userId: string, number: string): Promise<Notice> {
  const query = selectNotices(db).where('n.user_id', '=', userId).where('n.number', '=', number)
  return toNotice(await query.executeTakeFirstOrThrow())
}

/** Counts a member's unread notices. Nothing is counted row by row, as the numbers have no gaps. */
export async function countNotices(db: Db, userId: string): Promise<NoticeCount> {
  const box = await db
    .selectFrom('notice_boxes')
    .modifyFront(hot('own_notice_box'))
    .select(['last_number', 'read_number'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return toCount(box)
}

/** Marks a member's notices as read up to this number, and never fewer than before. */
export async function markNoticesRead(
  { events, write }: { events: Events; write: Write },
  userId: string,
  number: number,
): Promise<NoticeCount> {
  const { count, isChanged } = await write(async (tx) => {
    const changed = await tx
      .updateTable('notice_boxes')
      .set({ read_number: sql`least(last_number, ${number})` })
      .where('user_id', '=', userId)
      .where(sql<boolean>`read_number < least(last_number, ${number})`)
      .returning(['last_number', 'read_number'])
      .executeTakeFirst()
    return { count: changed ? toCount(changed) : await countNotices(tx, userId), isChanged: changed !== undefined }
  })
  if (isChanged) events.publish({ topics: ['notices'], userIds: [userId] })
  return count
}

/** Joins notices to what they are about, so that the table of notices repeats nothing. */
function joinNotices(db: Db) {
  return (
    db
      .selectFrom('notices as n')
      .innerJoin('profiles as owner', 'owner.id', 'n.owner_id')
      .leftJoin('ledger.requests as r', (join) =>
        join.onRef('r.user_id', '=', 'n.owner_id').onRef('r.id', '=', 'n.request_id'),
      )
      .leftJoin('ledger.movements as correction', (join) =>
        join
          .onRef('correction.user_id', '=', 'n.owner_id')
          .onRef('correction.id', '=', 'n.source_id')
          .on('n.kind', '=', 'balance_corrected'),
      )
      // After a reversal of the first purchase, a friend may earn another reward.
      .leftJoin('ledger.movements as reward', (join) =>
        join
          .onRef('reward.user_id', '=', 'n.owner_id')
          .onRef('reward.request_id', '=', 'n.request_id')
          .on('reward.leg', '=', 'referral')
          .on('n.kind', 'in', ['reward_received', 'reward_reversed']),
      )
      .leftJoin('ledger.movements as repayment', (join) =>
        join
          .onRef('repayment.user_id', '=', 'n.user_id')
          .onRef('repayment.id', '=', 'n.source_id')
          .on('n.kind', '=', 'debt_repaid'),
      )
      .leftJoin('ledger.reversals as reversal', (join) =>
        join
          .onRef('reversal.user_id', '=', 'n.owner_id')
          .onRef('reversal.request_id', '=', 'n.request_id')
          .on('n.kind', 'in', ['request_reversed', 'transfer_reversed', 'reward_reversed']),
      )
      .leftJoin('ledger.slip_requests as slip', (join) =>
        join
          .onRef('slip.user_id', '=', 'n.user_id')
          .onRef('slip.id', '=', 'n.source_id')
          .on('n.kind', '=', 'slip_asked'),
      )
  )
}

function selectNotices(db: Db) {
  return joinNotices(db).select([
    'n.user_id',
    'n.number',
    'n.kind',
    'n.owner_id',
    'n.created_at',
    'n.request_id',
    'owner.full_name',
    'owner.member_id',
    'r.kind as request_kind',
    'r.number as request_number',
    'r.amount_coins',
    'r.credited_coins',
    'r.usdt_amount',
    'r.admin_notes',
    'reward.amount as reward_coins',
    'repayment.amount as repaid_coins',
    'reversal.reason as reversal_reason',
    'slip.reason as slip_reason',
    'correction.amount as corrected_coins',
    'correction.leg as corrected_by',
    'correction.reason',
  ])
}

type NoticeRow = Awaited<ReturnType<ReturnType<typeof selectNotices>['execute']>>[number]

function toNotice(row: NoticeRow): Notice {
  const { kind, request_id: requestId, request_kind: requestKind, request_number: number } = row
  const isOwn = row.owner_id === row.user_id
  return {
    number: Number(row.number),
    kind,
    request:
      isOwn && requestId !== null && requestKind !== null && number !== null
        ? { id: requestId, kind: requestKind, number: requestNumber(requestKind, number) }
        : null,
    coins: coinsOf(row),
    is_part: isOwn && row.credited_coins !== null,
    usdt_amount: isOwn && requestKind === 'withdrawal' ? row.usdt_amount : null,
    other: isOwn ? null : { full_name: row.full_name, member_id: row.member_id ?? '' },
    note: noteOf(row, isOwn),
    created_at: row.created_at,
  }
}

/** The note of a decision belongs to its owner, and the person on the other side does not see it. All read why it was reversed. */
function noteOf(
  { kind, reversal_reason: reversal, slip_reason: slip, reason, admin_notes: note }: NoticeRow,
  isOwn: boolean,
) {
  if (slip !== null) return slip
  if (reversal !== null) return reversal
  return isOwn && kind !== 'debt_repaid' ? (reason ?? note) : null
}

function coinsOf(row: NoticeRow): string {
  if (row.kind === 'closure_withdrawn') return '0'
  const coins = row.corrected_coins ?? row.repaid_coins ?? row.reward_coins ?? row.credited_coins ?? row.amount_coins
  if (coins === null) throw new Error('a notice has lost what it is about')
  return row.corrected_by === 'adjustment_out' ? `-${coins}` : coins
}

function toCount(box: { last_number: string; read_number: string } | undefined): NoticeCount {
  const last = Number(box?.last_number ?? 0)
  return { last_number: last, unread: last - Number(box?.read_number ?? 0) }
}

function readCursor(cursor: string): string {
  if (!cursorPattern.test(cursor)) throw new Refusal('invalid_request')
  return cursor.slice(1)
}
