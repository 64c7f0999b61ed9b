import { sql } from 'kysely'
import type { InputOf } from '../../../contract/operation.ts'
import type { Decimal } from '../../../contract/money.ts'
import type { BrokenRule, ChangeOutlook } from '../../../contract/outlook.ts'
import type { getChangeOutlook } from '../../../contract/proposed-changes.ts'
import type { Db } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'

/** Reads what a change by this owner would need now. Refuses names that no setting has. */
export async function readChangeOutlook(
  db: Db,
  actorId: string,
  { kind, user_id: person, settings, ...figures }: InputOf<typeof getChangeOutlook>['query'],
): Promise<ChangeOutlook> {
  const facts = JSON.stringify({ ...figures, settings: settings?.split(',') })
  const { gain, ...outlook } = await runFunction<{
    need: ChangeOutlook['need']
    worth_usd: Decimal | null
    rule: BrokenRule | null
    gain: Decimal
  }>(
    db,
    sql`select o.need, o.worth as worth_usd, o.rule, s.package_gain_max as gain
      from settings s cross join ledger.change_outlook(${actorId}::uuid, ${kind}::text, ${person ?? null}::uuid, ${facts}::jsonb) o`,
  )
  return { ...outlook, package_gain_max: kind === 'package' ? gain : null }
}
