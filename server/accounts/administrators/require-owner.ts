import { ownerOnly } from '../../../contract/roles.ts'
import type { Tx } from '../../platform/db/client.ts'
import { recheckCaller, type SessionOwner } from '../../platform/sessions.ts'

/**
 * Refuses a change to the account of another administrator, unless the caller is an owner. It must run after all locks
 * of the transaction.
 */
export async function requireOwner(tx: Tx, caller: SessionOwner): Promise<void> {
  await recheckCaller(tx, caller, false, ownerOnly)
}
