import type { AdminSignUp } from '../../../contract/auth-bodies.ts'
import { isCommonPassword } from '../../../contract/common-passwords.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { findOpenInvitation, registerAdministrator } from '../invitations/invitations.ts'
import { hashPassword } from './passwords.ts'

/** The address that sent the form, and the language of its page. */
interface Visit {
  ipAddress: string
  language: string
}

/** Registers an administrator. The invitation proves the right to register, so the account can be used at once. */
export async function adminSignUp(db: Db, form: AdminSignUp, visit: Visit): Promise<void> {
  const { ipAddress } = visit
  try {
    if (!(await findOpenInvitation(db, form.invitation, form.email))) throw new Refusal('invitation_required')
    if (isCommonPassword(form.password)) {
      throw new Refusal('invalid_request', { fields: { password: { code: 'adminPasswordCommon' } } })
    }
    const passwordHash = await hashPassword(form.password)
    await inTransaction(db, (tx) => registerAdministrator(tx, { ...form, ...visit, passwordHash }))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invitation_required') {
      await recordActionWithoutChange(db, { action: 'admin_sign_up_refused', actorId: null, ipAddress })
    }
    throw error
  }
}
