import * as z from 'zod/mini'
import { reuseReasonLength } from './endpoints/requests.ts'
import { fault } from './faults.ts'
import { id, moment } from './operation.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

/** The proofs of a payment that can belong to an approved buy already, by the names of their evidence. */
const proofKind = z.enum(['same_file', 'same_transaction_hash'])

/** The approved buy to which the file or the transaction hash of another one belongs. */
export const earlierUse = z.object({
  kind: proofKind,
  user_id: id,
  id,
  /** The number that people use for the request. */
  number: z.string(),
  full_name: z.string(),
  member_id: z.string(),
})
export type EarlierUse = z.infer<typeof earlierUse>

/** The reason of an administrator who approved a buy although its payment was used before. */
export const reuseReasonGiven = z.object({
  kind: proofKind,
  reason: z.string(),
  administrator_name: z.string(),
  created_at: moment,
  earlier_number: z.string(),
  earlier_user_id: id,
  earlier_id: id,
})
export type ReuseReasonGiven = z.infer<typeof reuseReasonGiven>

const { min, max } = reuseReasonLength
export const reuseReason = plainText(t('Reason'), max).check(
  z.minLength(min, fault('tooShort', { field: t('Reason'), min: String(min) })),
)
