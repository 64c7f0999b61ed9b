import type { RequestKind } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'

const underReview = t('Your account is being looked at. Please write to support.')

/** The most common reasons for a rejection, in words for the member. Other reasons are typed. */
export const rejectionReasons: Record<RequestKind, readonly string[]> = {
  buy: [
    t('The payment has not arrived.'),
    t('The amount on the slip is not that of the request.'),
    t('The slip cannot be read.'),
    t('The slip shows another address or network.'),
    t('This payment has been used for another request.'),
  ],
  withdrawal: [
    t('The wallet address is not right. Please check it in your profile.'),
    t('The wallet address is new. Please confirm it to support.'),
    underReview,
  ],
  transfer: [
    t('The recipient’s account is not active.'),
    t('Please confirm to support that this transfer is yours.'),
    underReview,
  ],
}

/** Adds a picked reason to the notes. It replaces another picked one, and stands before the typed text. */
export function pickReason(notes: string, reason: string, reasons: readonly string[]): string {
  const lines = notes.split('\n')
  const typed = (reasons.includes(lines[0] ?? '') ? lines.slice(1) : lines).join('\n').trimStart()
  return typed === '' ? reason : `${reason}\n${typed}`
}
