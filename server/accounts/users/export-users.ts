import type { InputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { exportUsers as exportUsersOperation } from '../../../contract/users.ts'
import { recordActionWithoutChange, type AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { listUsers } from './list-users.ts'

type Filter = InputOf<typeof exportUsersOperation>['query']
type Exporter = Pick<AuditEvent, 'actorId' | 'ipAddress'>

const rowsPerPage = 1000

/** Exports all people with an account as a table, with the filters and the order of the list. */
export function exportUsers(db: Db, filter: Filter, exporter: Exporter) {
  return { name: 'et-users', columns, pages: readPages(db, filter, exporter) }
}

async function* readPages(db: Db, filter: Filter, exporter: Exporter): AsyncGenerator<Profile[]> {
  // The export is recorded before the first row leaves, because the server cannot tell how much of a file has arrived.
  await recordActionWithoutChange(db, { action: 'list_exported', ...exporter, detail: { list: 'users', ...filter } })
  yield* allPages(async (cursor) => listUsers(db, { ...filter, cursor, limit: rowsPerPage }))
}

const roleNames: Record<Profile['role'], string> = { user: 'Member', admin: 'Administrator' }

const columns: { header: string; read: (person: Profile) => string | null }[] = [
  { header: 'Name', read: (person) => person.full_name },
  { header: 'Email', read: (person) => person.email },
  { header: 'Member ID', read: (person) => person.member_id },
  { header: 'Role', read: (person) => roleNames[person.role] },
  { header: 'Status', read: (person) => person.status },
  { header: 'Joined (UTC)', read: (person) => person.created_at },
  { header: 'Wallet address', read: (person) => person.wallet_address },
  { header: 'Contact number', read: (person) => person.contact_number },
  { header: 'City', read: (person) => person.city },
  { header: 'State', read: (person) => person.state },
  { header: 'Country', read: (person) => person.country },
  { header: 'Area', read: (person) => person.area },
  { header: 'Referral code', read: (person) => person.referral_code },
  { header: 'First purchase', read: (person) => (person.first_purchase_done ? 'Completed' : 'Not completed') },
  { header: 'User', read: (person) => person.id },
]
