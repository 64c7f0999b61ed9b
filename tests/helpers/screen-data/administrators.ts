import type { Administrator } from '../../../contract/administrators.ts'
import type { Profile } from '../../../contract/profiles.ts'

/** Returns an administrator with this profile, as the list of administrators shows them. */
export function anAdministrator(
  { id, full_name, email, duty, status, created_at }: Profile,
  fields: Partial<Administrator> = {},
): Administrator {
  return { id, full_name, email, duty: duty ?? 'owner', status, created_at, two_factor_on: true, ...fields }
}
