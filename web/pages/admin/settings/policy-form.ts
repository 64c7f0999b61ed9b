import { holdHoursField, overUsdField, changeSubjects, type Policy } from '../../../../contract/policies.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { readTypedNumber, toTypedNumber, typedNumberFault } from '../../../../contract/typed-number.ts'

/** A rule as it is typed: the numbers are texts. */
export interface PolicyForm extends Pick<Policy, 'subject' | 'scope' | 'outcome'> {
  over: string
  hours: string
}

/** Returns the form of a rule, or that of a new one. */
export function toPolicyForm(policy?: Policy): PolicyForm {
  const { subject = 'deposit', scope = 'single', outcome = 'second', over_usd: over, hold_hours: hours } = policy ?? {}
  return { subject, scope, outcome, over: over ? toTypedNumber(over) : '', hours: String(hours ?? 24) }
}

export function isAboutChanges(subject: Policy['subject']): boolean {
  return (changeSubjects as readonly string[]).includes(subject)
}

/** The parts of a rule that it does not have, as the others say. */
export function isHeld({ subject, outcome }: PolicyForm): boolean {
  return outcome === 'hold' && subject !== 'adjustment' && !isAboutChanges(subject)
}

type Read = { value: string; fault?: never } | { fault: string; value?: never }

function readNumber(typed: string, field: typeof overUsdField): Read {
  const { data, error } = field.safeParse(typed.trim() === '' ? '' : (readTypedNumber(typed) ?? '?'))
  if (!error) return { value: data }
  return { fault: typedNumberFault(typed) ?? error.issues[0]?.message ?? fieldTexts.numberNeeded }
}

/** Reads the numbers of a form. A rule about changes has none. */
export function readPolicy(form: PolicyForm): { over: Read; hours: Read | { value: null; fault?: never } } {
  return {
    over: isAboutChanges(form.subject) ? { value: '0' } : readNumber(form.over, overUsdField),
    hours: isHeld(form) ? readNumber(form.hours, holdHoursField) : { value: null },
  }
}
