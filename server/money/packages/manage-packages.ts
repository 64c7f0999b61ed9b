import { sql } from 'kysely'
import { toShortest } from '../../../contract/money.ts'
import type { PackageBody } from '../../../contract/package-body.ts'
import { countedReferencesMax } from '../../../contract/endpoints/packages.ts'
import type { ManagedPackage } from '../../../contract/packages.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal, refusalOf } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import * as ledger from '../ledger/ledger.ts'
import { announceProposal, mailProposal } from '../../accounts/administrators/mail-proposal.ts'
import { packageColumns } from './packages.ts'

export interface ManageDeps {
  events: Events
  mailOwner: MailOwner
  write: Write
}

/** The administrator who makes a change, and the address of the call. */
export interface Admin {
  actorId: string
  /** The token of the caller's session. */
  token: string
  ipAddress: string
}

/** The answer to a change: the package, unless the change waits for a second owner. */
interface Answer {
  package?: ManagedPackage
  is_proposed?: true
}

/** Lists every package that is not deleted, cheapest first. */
export async function listManagedPackages(db: Db): Promise<ManagedPackage[]> {
  return selectManaged(db).orderBy('total_price').orderBy('id').execute()
}

/** Adds a package. One that gives far more than it costs waits for a second owner. */
export async function createPackage(deps: ManageDeps, admin: Admin, body: PackageBody): Promise<Answer> {
  return save(deps, admin, { values: toRow(body) })
}

/** Changes a package. Refuses when the package has changed since the revision that the change is based on. */
export async function updatePackage(
  deps: ManageDeps,
  admin: Admin,
  { id, revision, ...body }: PackageBody & { id: string; revision: number },
): Promise<Answer> {
  return save(deps, admin, { id, revision, values: toRow(body) })
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
    const before = await tx
      .selectFrom('packages')
      .select(editedColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found')
    const { member_count, request_count } = await readManaged(tx, id)
    await ledger.deletePackage(tx, { token: admin.token, id })
    const detail = { package_id: id, package_name: before.package_name, before, member_count, request_count }
    const { actorId, ipAddress } = admin
    await recordAudit(tx, { action: 'package_deleted', actorId, ipAddress, detail })
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

/** Saves a package in one transaction, and then announces it to all browsers. */
async function save(
  { events, mailOwner, write }: ManageDeps,
  admin: Admin,
  edit: { id?: string; revision?: number; values: Row },
): Promise<Answer> {
  try {
    const answer = await write(async (tx): Promise<Answer> => {
      const id = await ledger.savePackage(tx, { ...admin, ...edit })
      if (id !== undefined) return { package: await readManaged(tx, id) }
      await mailProposal(tx, mailOwner, { actorId: admin.actorId, kind: 'package' })
      return { is_proposed: true }
    })
    if (answer.package) announce(events)
    else announceProposal(events)
    return answer
  } catch (error) {
    throw refusalOf(error)?.code === 'package_name_taken' ? nameTaken(edit.values.package_name) : error
  }
}

function nameTaken(name: string): Refusal {
  return new Refusal('package_name_taken', { values: { name }, field: 'package_name' })
}

/** Members and visitors see the changed packages from this moment on. */
function announce(events: Events): void {
  events.publish({ topics: ['packages'], toEveryone: true })
}

async function readManaged(db: Db, id: string): Promise<ManagedPackage> {
  return selectManaged(db).where('id', '=', id).executeTakeFirstOrThrow()
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
