import * as z from 'zod/mini'
import { reversalReasonLength } from './endpoints/reversals.ts'
import { fault } from './faults.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

const { min, max } = reversalReasonLength

/** The reason of a reversal, which the member reads. The form validates with it, so it has a file of its own. */
export const reversalReason = plainText(t('Reason'), max).check(
  z.minLength(min, fault('tooShort', { field: t('Reason'), min: String(min) })),
)
export const reversalReasonBody = z.strictObject({ reason: reversalReason })
