import { sql } from 'kysely'
import type { PayoutLine, RecordedLine } from '../../../contract/payouts.ts'
import { readRequestNumber } from '../../../contract/request-number.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal, refusalOf } from '../../platform/db/refusal.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { createMailStopUrl, readMailPreferences, type MailStopDeps } from '../notices/mail-preferences.ts'
import { announcePayouts } from './announce-payouts.ts'
import { payoutFailedMail, payoutSentMail } from './mails.ts'
import { readPayouts, type PayoutReader } from './payouts.ts'

export interface RecordDeps extends PayoutReader, MailStopDeps {
  events: Events
  mailOwner: MailOwner
  write: Write
}

interface Recorder {
  token: string
  ipAddress: string
}

interface Outcome {
  line: string
  outcome: RecordedLine['outcome']
  user_id: string | null
  request_id: string | null
}

/** Records the transactions of a list, each line for itself, and mails the members of the recorded ones. */
export async function recordPayouts(
  deps: RecordDeps,
  { token, ipAddress }: Recorder,
  lines: PayoutLine[],
): Promise<{ lines: RecordedLine[] }> {
  const { write, events } = deps
  const recorded = await write(async (tx) => {
    const outcomes = await callRecord(tx, token, ipAddress, lines.map(readLine))
    const ids = outcomes.flatMap(({ user_id: userId, request_id: requestId }) =>
      userId !== null && requestId !== null ? [{ userId, requestId }] : [],
    )
    const payouts = await readPayouts({ ...deps, db: tx }, ids)
    const found = lines.map((_, place) => {
      const outcome = outcomes.find(({ line }) => Number(line) === place + 1)
      if (!outcome) throw new Error('the database has judged fewer lines than there are')
      return { outcome: outcome.outcome, payout: payouts.get(outcome.request_id ?? '') ?? null }
    })
    for (const { outcome, payout } of found) {
      if (outcome !== 'recorded' || !payout) continue
      if (!(await readMailPreferences(tx, payout.user_id)).payouts) continue
      const url = urlOf(deps, payout.request_id)
      const stopUrl = createMailStopUrl(deps, payout.user_id, 'payouts')
      await deps.mailOwner(tx, payout.user_id, (translator) => payoutSentMail(translator, { ...payout, url }, stopUrl))
    }
    return { lines: found }
  })
  announcePayouts(
    events,
    recorded.lines.flatMap(({ outcome, payout }) => (outcome === 'recorded' && payout ? [payout.user_id] : [])),
  )
  return recorded
}

/** Returns a line as the database takes it. A reference that is no number of a withdrawal is an address. */
function readLine({ reference, address, hash, replaces }: PayoutLine) {
  const number = readRequestNumber(reference)
  const isNumber = number?.kind === 'withdrawal' && fitsBigint(number.value)
  return { number: isNumber ? number.value : null, address: isNumber ? address : reference, hash, replaces }
}

const fitsBigint = (text: string) => BigInt(text) < 2n ** 63n

async function callRecord(tx: Tx, token: string, from: string, lines: object[]): Promise<Outcome[]> {
  try {
    const { rows } = await sql<Outcome>`
      select line, outcome, user_id, request_id
        from ledger.record_payouts(${token}::text, ${from}::text, ${JSON.stringify(lines)}::jsonb)`.execute(tx)
    return rows
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** Notes that a payment failed, and mails the member that it will be sent again. */
export async function failPayout(
  deps: RecordDeps,
  { token, ipAddress }: Recorder,
  { userId, requestId, hash, reason }: { userId: string; requestId: string; hash: string; reason: string },
): Promise<Record<string, never>> {
  const answer = await deps.write(async (tx) => {
    await runFunction(
      tx,
      sql`select ledger.fail_payout(${token}::text, ${ipAddress}::text, ${userId}::uuid, ${requestId}::uuid, ${hash}::text, ${reason}::text)`,
    )
    const payout = (await readPayouts({ ...deps, db: tx }, [{ userId, requestId }])).get(requestId)
    if (!payout) throw new Refusal('not_found')
    const url = urlOf(deps, requestId)
    await deps.mailOwner(tx, userId, (translator) => payoutFailedMail(translator, { ...payout, url }))
    return {}
  })
  announcePayouts(deps.events, [userId])
  return answer
}

const urlOf = ({ config }: RecordDeps, requestId: string) =>
  `${config.publicUrl}/dashboard/activity?request=${requestId}`
