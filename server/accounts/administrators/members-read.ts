import { membersReadDaily } from '../../../contract/limits.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { refuseUnlessTaken, type Limits } from '../../platform/rate-limits/rate-limits.ts'
import { noPeers, type Peers } from '../../platform/workers/peers.ts'
import { membersReadMail } from './mails.ts'
import { listOwners, mailOwners } from './owners.ts'

export interface MembersReadDeps {
  db: Db
  outbox: Outbox
  limits: Pick<Limits, 'tryTakeWithWait' | 'tryTake'>
  peers?: Peers
}
/** The administrator who reads, and the address of the call. */
interface Reader {
  userId: string
  ipAddress: string
}
/** Counts the members in an answer, or refuses to send it. */
export type CountMembers = (reader: Reader, answer: unknown) => Promise<void>

/** The members whom a process has counted for an administrator. */
interface Counted {
  userId: string
  memberIds: string[]
}

const topic = 'members_read'
const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates the count of the members whom each administrator reads about in a day. It counts a member once a day, so a page
 * that reads its list again at every change costs nothing. The processes of a host tell each other whom they have counted. A server
 * that starts anew counts them again.
 */
export function createMembersRead(deps: MembersReadDeps, now: () => number = Date.now): CountMembers {
  const { limits, peers = noPeers } = deps
  const seen = new Map<string, { since: number; memberIds: Set<string> }>()
  const seenBy = (userId: string) => {
    const before = seen.get(userId)
    const own = before && now() - before.since < dayMs ? before : { since: now(), memberIds: new Set<string>() }
    seen.set(userId, own)
    return own.memberIds
  }
  peers.hear(topic, (news) => {
    const { userId, memberIds } = news as Counted
    for (const id of memberIds) seenBy(userId).add(id)
  })
  return async (reader, answer) => {
    const memberIds = listMemberIds(answer)
    if (memberIds.size === 0) return
    const { userId } = reader
    const own = seenBy(userId)
    const fresh = [...memberIds].filter((id) => !own.has(id))
    if (fresh.length === 0) return
    const verdict = await limits.tryTakeWithWait('members_read_daily', userId, fresh.length)
    if (!verdict.isTaken) await report(deps, reader)
    refuseUnlessTaken(verdict)
    for (const id of fresh) own.add(id)
    peers.tell(topic, { userId, memberIds: fresh } satisfies Counted)
  }
}

/** Puts it on record and tells all owners, once a day for an administrator. */
async function report({ db, outbox, limits }: MembersReadDeps, { userId, ipAddress }: Reader): Promise<void> {
  if (!(await limits.tryTake('members_read_notice', userId))) return
  await inTransaction(db, async (tx) => {
    await recordActionWithoutChange(tx, { action: 'members_read_limited', actorId: userId, ipAddress })
    const { full_name: name } = await tx
      .selectFrom('profiles')
      .select('full_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const news = { name, count: membersReadDaily }
    await mailOwners(tx, outbox, await listOwners(tx), (translator) => membersReadMail(translator, news))
  })
}

/** Returns the member ids anywhere in an answer. Each schema of a person has one, so no list of people is left out. */
function listMemberIds(answer: unknown): Set<string> {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      if (key === 'member_id' && typeof part === 'string') found.add(part)
      else walk(part)
    }
  }
  walk(answer)
  return found
}
