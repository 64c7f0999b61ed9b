import type { ReferralStatus } from '../../../../contract/referrals.ts'
import { t } from '../../../../contract/translate.ts'
import type { Tone } from '../../../ui/badge.tsx'
import type { ReferralFilter } from './search.ts'

interface FilterLook {
  label: string
  status: ReferralStatus | undefined
  /** The meaning of the filter, for people. */
  meaning: string
}

export const filterDisplay: Record<ReferralFilter | 'all', FilterLook> = {
  all: { label: t('All'), status: undefined, meaning: t('Everybody who signed up with your link.') },
  registered: {
    label: t('Registered'),
    status: 'Registered',
    meaning: t('Signed up, and no first package waits for a decision.'),
  },
  deposited: {
    label: t('Deposited'),
    status: 'First Purchase Pending',
    meaning: t('Purchase Pending: their first package waits for a decision.'),
  },
  awarded: {
    label: t('Awarded'),
    status: 'Bonus Awarded',
    meaning: t('Their first package was approved, and you have your reward.'),
  },
}

export const referralDisplay: Record<ReferralStatus, { label: string; tone: Tone }> = {
  Registered: { label: t('Registered'), tone: 'neutral' },
  'First Purchase Pending': { label: t('Purchase Pending'), tone: 'wait' },
  'Bonus Awarded': { label: t('Bonus Awarded'), tone: 'ok' },
}

/**
 * Shortens an address to "a•••@mail.com". Friends can be told apart by it, but a person who looks at the screen cannot
 * note it down.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}
