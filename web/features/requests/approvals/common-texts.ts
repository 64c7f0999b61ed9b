import { t } from '../../../../contract/translate.ts'

// Texts that more than one kind of request has.

export const rateMatchesText = t('Request matches today’s rate')
export const accountUnderReviewText = t('Your account is being looked at. Please write to support.')
