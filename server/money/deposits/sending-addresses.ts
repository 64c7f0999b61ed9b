import type { SendingAddress } from '../../../contract/sending-addresses.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import { readTronAddress } from '../../platform/chain/tron-address.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'

interface Deps {
  db: Db
  events: Events
  write: Write
}

interface Caller {
  userId: string
  ipAddress: string
}

/** Lists the addresses that a member has registered to pay from, the oldest first. */
export async function listSendingAddresses(db: Db, userId: string): Promise<{ items: SendingAddress[] }> {
  const addresses = db.selectFrom('sending_addresses').select(['id', 'address', 'added_at'])
  return { items: await addresses.where('user_id', '=', userId).orderBy('id').execute() }
}

/** Registers an address. It takes no proof that it is the member's. The database dates it, and keeps the list at five. */
export async function addSendingAddress(deps: Deps, { userId, ipAddress }: Caller, address: string) {
  if (readTronAddress(address) === null) throw new Refusal('sending_address_invalid', { field: 'address' })
  await deps.write(async (tx) => {
    await tx.insertInto('sending_addresses').values({ user_id: userId, address }).execute()
    const detail = { before: { address: null }, after: { address } }
    await recordAudit(tx, { action: 'sending_address_added', actorId: userId, subjectId: userId, ipAddress, detail })
  })
  return finish(deps, userId)
}

/** Removes an address. Payments from it no longer count as the member's by their sender. */
export async function removeSendingAddress(deps: Deps, { userId, ipAddress }: Caller, addressId: string) {
  await deps.write(async (tx) => {
    const rows = tx.deleteFrom('sending_addresses').where('user_id', '=', userId).where('id', '=', addressId)
    const removed = await rows.returning('address').executeTakeFirst()
    if (!removed) throw new Refusal('not_found')
    const detail = { before: { address: removed.address }, after: { address: null } }
    await recordAudit(tx, { action: 'sending_address_removed', actorId: userId, subjectId: userId, ipAddress, detail })
  })
  return finish(deps, userId)
}

async function finish({ db, events }: Deps, userId: string) {
  events.publish({ topics: ['profile'], userIds: [userId] })
  return listSendingAddresses(db, userId)
}
