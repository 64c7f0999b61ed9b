import type { SignUp } from '../../../contract/auth-bodies.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { isPackageOffered, readReferrer, type NewMember } from '../members/members.ts'
import { checkCountryAndState } from './check-country-and-state.ts'

type Choices = Omit<SignUp, 'email' | 'password' | 'retypePassword'>

interface CheckedChoices {
  details: Omit<NewMember, 'email'>
  /** The name of the member whom the form names as referrer. */
  referrerName: string | undefined
}

/**
 * Returns the details of a new member that a form names. Refuses a state of another country, a package that is not on offer
 * and an unknown referrer.
 */
export async function checkSignUpChoices(db: Db, form: Choices): Promise<CheckedChoices> {
  const { state } = checkCountryAndState(form)
  const { fullName, contactNumber, country, city, packageId, referredById } = form
  if (!(await isPackageOffered(db, packageId))) throw new Refusal('package_not_found')
  const referrer = referredById ? await readReferrer(db, referredById) : undefined
  if (referredById && !referrer) throw new Refusal('referral_not_found', { field: 'referredById' })
  const place = { country, state, city, area: form.area || undefined }
  const details = { fullName, contactNumber, ...place, packageId, referrerId: referrer?.id }
  return { details, referrerName: referrer?.full_name }
}
