import * as z from 'zod/mini'

// Unknown fields are dropped. A field that is left out of a schema plays no part in any judgement.

const digits = (count: number) => z.string().check(z.regex(new RegExp(`^[0-9a-fA-F]{${count}}$`)))
const hexText = z.string().check(z.regex(/^([0-9a-fA-F]{2})*$/))
const count = z.int().check(z.gte(0))
const units = z.string().check(z.regex(/^\d{1,78}$/))

const unreadable = z.pipe(
  z.unknown(),
  z.transform(() => '0'),
)

/** A node says nothing about a transaction that it does not know: the object is empty. */
const nothing = z.pipe(
  z.strictObject({}),
  z.transform(() => null),
)

const log = z.object({ address: hexText, topics: z.optional(z.array(hexText)), data: z.optional(hexText) })

export const transactionInfo = z.object({
  id: digits(64),
  blockNumber: count,
  blockTimeStamp: count,
  /** Only a transaction that failed has it. */
  result: z.optional(z.string()),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z.optional(z.array(log)),
})
export type TransactionInfo = z.output<typeof transactionInfo>

export const transactionAnswer = z.union([nothing, transactionInfo])

export const blockAnswer = z.object({
  blockID: digits(64),
  block_header: z.object({ raw_data: z.object({ number: count, timestamp: count }) }),
})

/** The index of transfers. Its addresses and amounts are hints, and evidence of nothing. */
export const transferListAnswer = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      transaction_id: digits(64),
      token_info: z.optional(z.object({ address: z.optional(z.string()) })),
      block_timestamp: count,
      type: z.optional(z.string()),
      // One odd entry must not hide the others of its page.
      value: z.union([units, unreadable]),
    }),
  ),
  // The link to the next page is never followed, as it names a host. The fingerprint leads there, too.
  meta: z.object({ at: count, fingerprint: z.optional(z.string().check(z.maxLength(4_000))) }),
})

export const constantAnswer = z.object({
  result: z.object({ result: z.literal(true), message: z.optional(z.undefined()) }),
  constant_result: z.tuple([digits(64)]),
})

/** The faults that a node reports with the status 200. */
export const nodeError = z.object({ Error: z.string() })
