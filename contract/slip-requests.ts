import * as z from 'zod/mini'
import * as endpoints from './endpoints/slip-requests.ts'
import { slipReasonMaxLength } from './endpoints/slip-requests.ts'
import { defineOperation, id, moment } from './operation.ts'
import { buyRequest } from './requests.ts'
import { plainText } from './text-fields.ts'
import { transactionHash } from './transaction-hash.ts'
import { t } from './translate.ts'

/** A slip that was replaced, with the question that led to it. */
export const formerSlip = z.object({
  /** The revision of the slip, counted from 0. */
  revision: z.number(),
  /** The time at which it arrived. */
  sent_at: moment,
  /** Null if the hash alone was corrected. */
  upload: z.nullable(z.object({ id, path: z.string(), mime_type: z.string(), size_bytes: z.number() })),
  transaction_hash: z.nullable(z.string()),
  asked_by_name: z.string(),
  asked_at: moment,
  reason: z.string(),
})
export type FormerSlip = z.infer<typeof formerSlip>

export const askForSlip = defineOperation(endpoints.askForSlip, {
  summary:
    'Ask the member of a pending buy for another slip or another transaction hash. The request stays pending, and the member gets a notice.',
  params: z.strictObject({ userId: id, requestId: id }),
  body: z.strictObject({
    /** The member reads it. */
    reason: plainText(t('Reason'), slipReasonMaxLength),
    /** The revision of the slip that the caller saw. */
    slip_revision: z.int().check(z.minimum(0)),
  }),
  output: buyRequest,
  errors: [
    'not_found',
    'already_processed',
    'slip_replaced',
    'slip_asked_already',
    'slip_asks_full',
    'slip_approved_already',
  ],
})

export const replaceSlip = defineOperation(endpoints.replaceSlip, {
  summary: 'Send another slip, another transaction hash or both for a pending buy, after an administrator asked.',
  params: z.strictObject({ requestId: id }),
  body: z.strictObject({
    /** Without one, the file stays. */
    payment_proof_id: z.optional(z.nullable(id)),
    /** The hash from now on. An empty text stands for none. */
    transaction_hash: z.optional(z.nullable(transactionHash)),
  }),
  output: buyRequest,
  errors: [
    'not_found',
    'already_processed',
    'slip_not_asked',
    'slip_unchanged',
    'slip_approved_already',
    'upload_already_used',
  ],
})
