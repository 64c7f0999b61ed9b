import { duties, type Duty } from './roles.ts'
import * as ofPage from './translate.ts'
import type { Translator } from './translate.ts'

/** The names of the duties of administrators in the language of the page; on the server in English. */
export const dutyNames = dutyNamesIn(ofPage)

/** Returns the names of the duties in the language of a translator. */
export function dutyNamesIn({ tc }: Pick<Translator, 'tc'>): Record<Duty, string> {
  return {
    owner: tc('duty', 'Owner'),
    approver: tc('duty', 'Approver'),
    support: tc('duty', 'Support'),
    auditor: tc('duty', 'Auditor'),
  }
}

/** Writes a list of duties as a refusal carries it, such as "owner, approver", in the language of the page. */
export function nameDuties(list: string): string {
  const named = duties.filter((duty) => list.split(', ').includes(duty))
  return named.map((duty) => dutyNames[duty]).join(', ')
}
