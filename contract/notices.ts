import * as z from 'zod/mini'
import * as endpoints from './endpoints/notices.ts'
import { requestKinds } from './endpoints/requests.ts'
import { decimal, defineOperation, id, moment, pageOf, pageQuery } from './operation.ts'

/** An event of a member's requests or coins, without a sentence: the page makes it in the language of its reader. */
export const notice = z.object({
  /** Notices of a member are numbered from 1 without gaps, in the order in which they happened. */
  number: z.number(),
  kind: z.enum(endpoints.noticeKinds),
  /** The member's own request; null if there is none, or if it belongs to the other side. */
  request: z.nullable(z.object({ id, kind: z.enum(requestKinds), number: z.string() })),
  /** The coins of the request, or those that were credited, moved back or repaid. Below zero for a correction that took coins away, and 0 for an account. */
  coins: decimal,
  /** True for a buy that was credited in part. */
  is_part: z.boolean(),
  /** The payment of a withdrawal; null for all else. */
  usdt_amount: z.nullable(decimal),
  /** The sender of received coins, or the friend of a reward. For a debt, the owner of the reversed request. */
  other: z.nullable(z.object({ full_name: z.string(), member_id: z.string() })),
  /** The note of a decision, or the reason of a correction, a reversal or the question for another slip. */
  note: z.nullable(z.string()),
  created_at: moment,
})
export type Notice = z.infer<typeof notice>

/** The number of the newest notice, 0 while there is none, and how many are unread: the newest ones. */
const noticeCount = z.object({ last_number: z.number(), unread: z.number() })
export type NoticeCount = z.infer<typeof noticeCount>

export const listNotices = defineOperation(endpoints.listNotices, {
  summary: 'The notices of the calling member, newest first.',
  query: z.strictObject(pageQuery),
  output: pageOf(notice),
})

export const countNotices = defineOperation(endpoints.countNotices, {
  summary: 'The number of unread notices of the calling member, and of the newest one.',
  output: noticeCount,
})

export const markNoticesRead = defineOperation(endpoints.markNoticesRead, {
  summary: 'Mark the caller’s notices as read up to this number; later ones stay unread, and none is unread again.',
  body: z.strictObject({ number: z.int().check(z.minimum(0)) }),
  output: noticeCount,
})
