import type { Profile } from '../../contract/profiles.ts'
import { tc } from '../../contract/translate.ts'

/** The names of the statuses of an account. */
export const profileStatusNames: Record<Profile['status'], string> = {
  Active: tc('status of an account', 'Active'),
  Inactive: tc('status of an account', 'Inactive'),
  Suspended: tc('status of an account', 'Suspended'),
}
