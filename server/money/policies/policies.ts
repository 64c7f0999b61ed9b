import { sql } from 'kysely'
import type { Policy } from '../../../contract/policies.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { changePolicy as changePolicyOperation } from '../../../contract/policies.ts'
import { toShortest } from '../../../contract/money.ts'
import { mailProposal } from '../../accounts/administrators/mail-proposal.ts'
import type { Db } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'

export interface PolicyDeps {
  db: Db
  events: Events
  mailOwner: MailOwner
}

/** Lists all rules. There is at most one for each subject, scope and outcome. */
export async function listPolicies(db: Db): Promise<{ items: Policy[] }> {
  const items = await db
    .selectFrom('ledger.policies')
    .select(['subject', 'scope', 'outcome', 'over_usd', 'hold_hours'])
    .orderBy('subject')
    .orderBy('scope')
    .orderBy('outcome')
    .execute()
  return { items }
}

interface Admin {
  actorId: string
  /** The token of the caller's session. */
  token: string
  ipAddress: string
}

/**
 * Adds, changes or removes a rule, for an owner. The database lets the change wait for a second owner, and all owners get a
 * mail. Only while an installation is set up does it take effect at once.
 */
export async function changePolicy(
  { events, mailOwner, write }: PolicyDeps & { write: Write },
  { actorId, token, ipAddress }: Admin,
  { subject, scope, outcome, over_usd: over, hold_hours: hours, reason }: InputOf<typeof changePolicyOperation>['body'],
): Promise<{ items: Policy[]; is_proposed: boolean }> {
  const values =
    over === null ? null : { overUsd: toShortest(over), holdHours: hours === null ? null : toShortest(hours) }
  const answer = await write(async (tx) => {
    const { waits } = await runFunction<{ waits: boolean }>(
      tx,
      sql`select ledger.change_policy(${token}::text, ${subject}::text, ${scope}::text, ${outcome}::text,
        ${values === null ? null : JSON.stringify(values)}::jsonb, ${reason}::text, ${ipAddress}::text) as waits`,
    )
    if (waits) await mailProposal(tx, mailOwner, { actorId, kind: 'policy' })
    return { ...(await listPolicies(tx)), is_proposed: waits }
  })
  if (!answer.is_proposed) events.publish({ topics: ['settings'], toAdmins: true })
  return answer
}
