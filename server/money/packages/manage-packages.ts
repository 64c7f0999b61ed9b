import { sql } from 'kysely'
import { fromUnits, toUnits } from '../../../contract/money.ts'
import type { PackageBody } from '../../../contract/package-body.ts'
import { countedReferencesMax } from '../../../contract/endpoints/packages.ts'
import type { ManagedPackage } from '../../../contract/packages.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal, refusalOf } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { packageColumns } from './packages.ts'

export interface ManageDeps {
  events: Events
  write: Write
}

/** The administrator who makes a change, and the address of the call. */
export interface Admin {
  actorId: string
  ipAddress: string
}

/** The answer to a change. */
interface Answer {
  package: ManagedPackage
}

/** Lists every package that is not deleted, cheapest first. */
export async function listManagedPackages(db: Db): Promise<ManagedPackage[]> {
  return selectManaged(db).orderBy('total_price').orderBy('id').execute()
}

export async function createPackage(deps: ManageDeps, admin: Admin, body: PackageBody): Promise<Answer> {
  return change(deps, body.package_name, async (tx) => {
    const after = toRow(body)
    const { id } = await tx.insertInto('packages').values(after).returning('id').executeTakeFirstOrThrow()
    await record(tx, 'package_created', admin, { package_id: id, package_name: after.package_name, after })
    return readManaged(tx, id)
  })
}

/** Changes a package. Refuses when the package has changed since the revision that the change is based on. */
export async function updatePackage(
  deps: ManageDeps,
  admin: Admin,
  { id, revision, ...body }: PackageBody & { id: string; revision: number },
): Promise<Answer> {
  return change(deps, body.package_name, async (tx) => {
    const current = await tx
      .selectFrom('packages')
      .select([...editedColumns, 'revision'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) throw new Refusal('not_found')
    if (current.revision !== revision) throw new Refusal('edited_meanwhile')
    const row = toRow(body)
    const changed = editedColumns.filter((column) => row[column] !== current[column])
    if (changed.length === 0) return readManaged(tx, id)
    await tx
      .updateTable('packages')
      .set({ ...row, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    const pick = (from: Row) => Object.fromEntries(changed.map((column) => [column, from[column]]))
    const detail = { package_id: id, package_name: row.package_name, before: pick(current), after: pick(row) }
    await record(tx, 'package_updated', admin, detail)
    return readManaged(tx, id)
  })
}

/**
 * Removes a package that nothing refers to. Any other package leaves every list for good, but its row stays for
 * history.
 */
export async function deletePackage(
  { events, write }: ManageDeps,
  admin: Admin,
  id: string,
): Promise<Record<string, never>> {
  const answer = await write(async (tx) => {
    // The lock keeps new references to the package away while this transaction looks for references.
    const before = await tx
      .selectFrom('packages')
      .select(editedColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found')
    const { member_count, request_count } = (await readManaged(tx, id)).package
    if (member_count + request_count > 0) await retire(tx, id)
    else await tx.deleteFrom('packages').where('id', '=', id).execute()
    const detail = { package_id: id, package_name: before.package_name, before, member_count, request_count }
    await record(tx, 'package_deleted', admin, detail)
    return {}
  })
  announce(events)
  return answer
}

const editedColumns = [
  'package_name',
  'min_coin_purchase',
  'coin_price',
  'bonus_percentage',
  'withdrawal_time',
  'withdrawal_rules',
  'icon',
] as const
type Row = ReturnType<typeof toRow>

/** Returns the form with numbers as the database writes them, so that 0.010 equals 0.01. */
function toRow(body: PackageBody) {
  return {
    ...body,
    min_coin_purchase: toShortest(body.min_coin_purchase),
    coin_price: toShortest(body.coin_price),
    bonus_percentage: toShortest(body.bonus_percentage),
    withdrawal_rules: body.withdrawal_rules || null,
  }
}

function toShortest(number: string): string {
  return fromUnits(toUnits(number))
}

/** Makes a change in one transaction, and then announces it to all browsers. */
async function change<Result>(
  { events, write }: ManageDeps,
  name: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write(work)
    announce(events)
    return result
  } catch (error) {
    throw refusalOf(error)?.code === 'package_name_taken' ? nameTaken(name) : error
  }
}

function nameTaken(name: string): Refusal {
  return new Refusal('package_name_taken', { values: { name }, field: 'package_name' })
}

/** Members and visitors see the changed packages from this moment on. */
function announce(events: Events): void {
  events.publish({ topics: ['packages'], toEveryone: true })
}

async function retire(tx: Tx, id: string): Promise<void> {
  const deletedAt = { deleted_at: sql<string>`now()` }
  await tx.updateTable('packages').set(deletedAt).where('id', '=', id).execute()
}

async function record(
  tx: Tx,
  action: 'package_created' | 'package_updated' | 'package_deleted',
  admin: Admin,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { action, ...admin, detail })
}

async function readManaged(db: Db, id: string): Promise<Answer> {
  return { package: await selectManaged(db).where('id', '=', id).executeTakeFirstOrThrow() }
}

function selectManaged(db: Db) {
  return db
    .selectFrom('packages as k')
    .select([...packageColumns, 'is_buyable', 'revision'])
    .select([countUpToMax('profiles').as('member_count'), countUpToMax('ledger.requests').as('request_count')])
    .where('deleted_at', 'is', null)
}

/**
 * The count stops behind the maximum, so it costs the same with a million members. A large number need not be exact.
 */
function countUpToMax(table: 'profiles' | 'ledger.requests') {
  return sql<number>`(select count(*)::integer from (
    select from ${sql.table(table)} reference where reference.package_id = k.id limit ${countedReferencesMax + 1}) counted)`
}
