import type { Profile } from './profiles.ts'
import * as ofPage from './translate.ts'
import type { Translator } from './translate.ts'

/** The names of the statuses of an account in the language of the page; on the server in English. */
export const profileStatusNames = profileStatusNamesIn(ofPage)

/** Returns the names of the statuses of an account in the language of a translator. */
export function profileStatusNamesIn({ tc }: Pick<Translator, 'tc'>): Record<Profile['status'], string> {
  return {
    Active: tc('status of an account', 'Active'),
    Inactive: tc('status of an account', 'Inactive'),
    Suspended: tc('status of an account', 'Suspended'),
    Closed: tc('status of an account', 'Closed'),
  }
}
