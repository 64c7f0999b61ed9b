import { sql } from 'kysely'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import { getRequestDigest, type DigestRhythm } from '../../../contract/endpoints/request-digest.ts'
import type { RequestDigest } from '../../../contract/request-digest.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { requestNewsMail } from './mails.ts'
import { countWaiting, readStates } from './request-counts.ts'

type Rhythm = Exclude<DigestRhythm, 'never'>
type Counts = Record<RequestKind, number>

/** The shortest time between two mails to one administrator. */
const pauseSeconds: Record<Rhythm, number> = { at_once: 60, hourly: 3600, daily: 86_400 }

/** Reads how often an administrator is mailed about new requests. */
export async function readDigest(db: Db, userId: string): Promise<RequestDigest> {
  const row = await db.selectFrom('request_digests').select('rhythm').where('user_id', '=', userId).executeTakeFirst()
  return { rhythm: row?.rhythm ?? 'never' }
}

/**
 * Stores how often an administrator is mailed. The first choice counts for requests that arrive from now on. Another
 * rhythm begins now, so a person who changes it again and again gets no more mails than the rhythm allows.
 */
export async function saveDigest(write: Write, userId: string, { rhythm }: RequestDigest): Promise<RequestDigest> {
  await write(async (tx) => {
    if (rhythm === 'never') {
      await tx.deleteFrom('request_digests').where('user_id', '=', userId).execute()
      return
    }
    const dueAt = sql<string>`now() + make_interval(secs => ${pauseSeconds[rhythm]})`
    await tx
      .insertInto('request_digests')
      .values({ user_id: userId, rhythm, told: JSON.stringify(totalsOf(await readStates(tx))), due_at: dueAt })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ rhythm, due_at: dueAt }))
      .execute()
  })
  return { rhythm }
}

interface DigestDeps {
  db: Db
  mailOwner: MailOwner
  config: { publicUrl: string }
}

/**
 * Mails each administrator who is due how many requests have arrived, if any have. Returns the number of mails.
 * A mail enters the outbox together with the note of what it tells. So no server loses or repeats one by its death, and of
 * several servers at work at once one takes each administrator.
 */
export async function mailDigests(deps: DigestDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  let after: string | undefined
  const known = totalsOf(await readStates(deps.db))
  while (!signal?.aborted) {
    const previous = after
    const next = await inTransaction(deps.db, async (tx) => mailNext(tx, deps, known, previous))
    if (!next) break
    after = next.userId
    if (next.isMailed) count += 1
  }
  return count
}

async function mailNext(tx: Tx, { mailOwner, config }: DigestDeps, known: Counts, after: string | undefined) {
  const due = await takeDue(tx, known, after)
  if (!due) return undefined
  const { user_id: userId, rhythm, told } = due
  // This is a statement of its own, so that it sees what arrived while another server held the row.
  const states = await readStates(tx)
  const totals = totalsOf(states)
  const arrived = mapKinds((kind) => Math.max(0, totals[kind] - (told[kind] ?? 0)))
  const isMailed = requestKinds.some((kind) => arrived[kind] > 0)
  if (isMailed) {
    const links = { url: `${config.publicUrl}/admin`, choiceUrl: `${config.publicUrl}/admin/security#request-news` }
    const withMembers = await countWaiting(tx)
    const waiting = mapKinds((kind) => Math.max(0, states[kind].pending - withMembers[kind]))
    const news = { arrived, waiting, ...links }
    await mailOwner(tx, userId, (translator) => requestNewsMail(translator, news))
  }
  // The first request after a quiet time waits for no pause, so that row stays due.
  if (isMailed || rhythm !== 'at_once') await note(tx, userId, rhythm, totals)
  return { userId, isMailed }
}

/**
 * Takes the row of the next administrator who is due and still has a duty with these mails. One who is mailed at once is always
 * due, and is passed over while nothing has arrived.
 */
async function takeDue(tx: Tx, known: Counts, after: string | undefined) {
  let query = tx
    .selectFrom('request_digests as d')
    .innerJoin('profiles as p', 'p.id', 'd.user_id')
    .select(['d.user_id', 'd.rhythm', 'd.told'])
    .where('d.due_at', '<=', sql<string>`now()`)
    .where(sql<boolean>`(d.rhythm <> 'at_once' or d.told <> ${JSON.stringify(known)}::jsonb)`)
    .where('p.role', '=', 'admin')
    .where('p.status', '=', 'Active')
    .where('p.duty', 'in', getRequestDigest.duties)
    .orderBy('d.user_id')
    .limit(1)
    .forUpdate('d')
    .skipLocked()
  if (after !== undefined) query = query.where('d.user_id', '>', after)
  const row = await query.executeTakeFirst()
  return row && { ...row, told: row.told as Partial<Counts> }
}

/** Notes what was told, and the next time. A time of the day stays the same, however late the clock was. */
async function note(tx: Tx, userId: string, rhythm: Rhythm, totals: Counts): Promise<void> {
  const pause = sql`make_interval(secs => ${pauseSeconds[rhythm]})`
  const passed = sql`floor(extract(epoch from now() - due_at) / ${pauseSeconds[rhythm]}::float8)`
  const next = rhythm === 'at_once' ? sql<string>`now() + ${pause}` : sql<string>`due_at + ${pause} * (1 + ${passed})`
  await tx
    .updateTable('request_digests')
    .set({ told: JSON.stringify(totals), due_at: next })
    .where('user_id', '=', userId)
    .execute()
}

function totalsOf(states: Record<RequestKind, { total: number }>): Counts {
  return mapKinds((kind) => states[kind].total)
}

function mapKinds(read: (kind: RequestKind) => number): Counts {
  return Object.fromEntries(requestKinds.map((kind) => [kind, read(kind)])) as Counts
}
