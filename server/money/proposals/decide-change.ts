import { sql } from 'kysely'
import type { Duty } from '../../../contract/roles.ts'
import type { Topic } from '../../../contract/events.ts'
import { mailDutyChange } from '../../accounts/administrators/change-duty.ts'
import { listOwners } from '../../accounts/administrators/owners.ts'
import { announceAccount, followStatusChange } from '../../accounts/users/status.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import { announceAdjustment, announceRequest } from '../requests/announce.ts'
import { recordAdjustment } from '../requests/adjustments.ts'
import { readRequest } from '../requests/lists.ts'

export interface DecideChangeDeps {
  db: Db
  events: Events
  mailOwner: MailOwner
  outbox: Outbox
}

interface ChangeDecision {
  actorId: string
  /** The token of the session of the owner who decides. */
  token: string
  ipAddress: string
  userAgent: string
  id: string
  decision: 'approved' | 'declined'
}

/**
 * Approves or declines a change that waits for a second owner. An approved change takes effect at once, as if the second
 * owner had made it. The database judges it by the rules of this moment.
 */
export async function decideChange(
  deps: DecideChangeDeps & { write: Write },
  decision: ChangeDecision,
): Promise<Record<string, never>> {
  const { token, ipAddress, userAgent, id } = decision
  const change = await deps.write(async (tx) => {
    const { movementId } = await runFunction<{ movementId: string | null }>(
      tx,
      sql`select movement_id as "movementId"
        from ledger.decide_change(${token}::text, ${ipAddress}::text, ${userAgent}::text, ${id}::uuid,
          ${decision.decision}::text)`,
    )
    const decided = await readChange(tx, id)
    if (decision.decision === 'approved') await follow(tx, deps, decision, decided, movementId)
    return decided
  })
  announce(deps.events, change)
  await announceReversal(deps, change)
  return {}
}

type StatusOf = Pick<Profile, 'status'>
type Change = Awaited<ReturnType<typeof readChange>>

async function readChange(tx: Tx, id: string) {
  return tx
    .selectFrom('ledger.proposed_changes')
    .select(['kind', 'status', 'subject_id', 'before', 'after', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Does what the first call would have done after its change took effect. */
async function follow(
  tx: Tx,
  deps: DecideChangeDeps,
  { actorId, ipAddress }: ChangeDecision,
  { kind, subject_id: subjectId, before, after, reason }: Change,
  movementId: string | null,
): Promise<void> {
  if (subjectId === null) return
  if (kind === 'adjustment' && movementId !== null) {
    const { coins, reversesId } = after as { coins: string; reversesId?: string }
    const correction = { actorId, ipAddress, userId: subjectId, coins, reason: reason ?? '', reversesId }
    await recordAdjustment(tx, correction, movementId)
  }
  if (kind === 'status') {
    const [{ status: earlier }, { status }] = [before, after] as [StatusOf, StatusOf]
    const change = { actorId, userId: subjectId, before: earlier, status, reason: reason ?? '' }
    await followStatusChange(tx, deps.outbox, change)
  }
  if (kind === 'duty') {
    const [{ duty: earlier }, { duty }] = [before, after] as [{ duty: Duty }, { duty: Duty }]
    await mailDutyChange(tx, deps, await listOwners(tx), {
      actorId,
      userId: subjectId,
      before: earlier,
      duty,
      reason: reason ?? '',
    })
  }
}

const topicOf: Record<string, Topic> = { settings: 'settings', policy: 'settings', package: 'packages' }

/** Tells the browsers that show what has changed. */
function announce(events: Events, { kind, status, subject_id: subjectId }: Change): void {
  const topic = topicOf[kind]
  if (status === 'made' && topic) events.publish({ topics: [topic], toEveryone: true })
  if (status === 'made' && kind === 'adjustment' && subjectId !== null) announceAdjustment({ events }, subjectId)
  if (status === 'made' && (kind === 'duty' || kind === 'status') && subjectId !== null)
    announceAccount(events, subjectId)
  events.publish({ topics: ['profile', 'changes'], toAdmins: true })
}

/** Tells all people with coins that a reversal has moved. */
async function announceReversal(
  deps: DecideChangeDeps,
  { kind, status, subject_id: userId, after }: Change,
): Promise<void> {
  if (kind !== 'reversal' || status !== 'made' || userId === null) return
  const { requestId } = after as { requestId: string }
  await announceRequest(deps, userId, await readRequest(deps.db, userId, requestId, 'admin'))
}
