import { sql } from 'kysely'
import type { ListedAddress } from '../../../contract/wallet-addresses.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import { addressAddedMail, addressRemovedMail } from './mails.ts'
import type { OwnProfileDeps } from './own-profile.ts'
import { refusePlatformAddress } from './wallet-check.ts'

interface Caller {
  userId: string
  ipAddress: string
}

type BookDeps = OwnProfileDeps & { write: Write }

/** Reads a member's withdrawal addresses, the default one first. */
export async function listAddresses(db: Db, userId: string): Promise<{ items: ListedAddress[] }> {
  const { rows } = await sql<ListedAddress>`
    select w.id, w.address, w.address = coalesce(p.wallet_address, '') as is_default,
           case when u.usable_from > now() then u.usable_from end as usable_from
      from wallet_addresses w
      join profiles p on p.id = w.user_id
     cross join lateral (select ledger.address_usable_from(w.user_id, w.address) as usable_from) u
     where w.user_id = ${userId}
     order by is_default desc, w.id`.execute(db)
  return { items: rows }
}

/** Reads the time from which an address of a member is usable; null if it is now, or is not in the book. */
export async function readWaitOf(db: Db, userId: string, address: string): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select case when u.usable_from > now() then u.usable_from end as until
      from (select ledger.address_usable_from(${userId}, ${address}) as usable_from) u`.execute(db)
  return rows[0]?.until ?? null
}

/**
 * Adds an address to the caller's book, and mails the owner. The database dates it, and keeps the book at five. The change is
 * shown to the administrator who approves a withdrawal soon after, as a change of the default is.
 */
export async function addAddress(deps: BookDeps, { userId, ipAddress }: Caller, address: string) {
  await refusePlatformAddress(deps.db, address)
  await deps.write(async (tx) => {
    await tx.insertInto('wallet_addresses').values({ user_id: userId, address }).execute()
    const { wallet_address: from } = await readDefault(tx, userId)
    await tx.insertInto('wallet_changes').values({ user_id: userId, old_address: from, new_address: address }).execute()
    const detail = { before: { wallet_address: null }, after: { wallet_address: address } }
    await recordAudit(tx, { action: 'wallet_added', actorId: userId, subjectId: userId, ipAddress, detail })
    await deps.mailOwner(tx, userId, (translator) => addressAddedMail(translator, address))
  })
  return finish(deps, userId)
}

/** Removes an address from the caller's book, and mails the owner. A payment to it that is under way takes effect before. */
export async function removeAddress(deps: BookDeps, { userId, ipAddress }: Caller, addressId: string) {
  await deps.write(async (tx) => {
    const removed = await tx
      .deleteFrom('wallet_addresses')
      .where('user_id', '=', userId)
      .where('id', '=', addressId)
      .returning('address')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found')
    const detail = { before: { wallet_address: removed.address }, after: { wallet_address: null } }
    await recordAudit(tx, { action: 'wallet_removed', actorId: userId, subjectId: userId, ipAddress, detail })
    await deps.mailOwner(tx, userId, (translator) => addressRemovedMail(translator, removed.address))
  })
  return finish(deps, userId)
}

async function readDefault(db: Db, userId: string) {
  return db.selectFrom('profiles').select('wallet_address').where('id', '=', userId).executeTakeFirstOrThrow()
}

async function finish({ db, events }: BookDeps, userId: string): Promise<{ items: ListedAddress[] }> {
  events.publish({ topics: ['profile'], userIds: [userId] })
  return listAddresses(db, userId)
}
