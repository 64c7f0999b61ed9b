import * as z from 'zod/mini'

/** The name of a transfer on the chain: the hash of its transaction, and the place of its log in it. */
export const transferName = z.object({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  log_index: z.int().check(z.minimum(0), z.maximum(999_999_999)),
})
export type TransferName = z.infer<typeof transferName>
