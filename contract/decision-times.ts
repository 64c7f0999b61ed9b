import * as z from 'zod/mini'
import * as endpoints from './endpoints/decision-times.ts'
import { defineOperation, id, moment } from './operation.ts'

/** The times within which half of the requests, and nine in ten, were decided in the last 30 days. */
export const usualTimes = z.object({ half_seconds: z.number(), most_seconds: z.number() })
export type UsualTimes = z.infer<typeof usualTimes>

export const ownWait = z.object({
  request_id: id,
  /** The requests of its kind that came before it and can be decided, at most `earlierMax`. */
  earlier: z.number(),
  /** It cannot be approved before this moment; null without a hold. */
  held_until: z.nullable(moment),
  /**
   * The approval of a first administrator waits for another one. A lone administrator approves again once a time has passed,
   * because nothing is completed by time alone. Null without such an approval.
   */
  second_check: z.nullable(z.enum(['administrator', 'time'])),
  /** Null while too few requests of its kind were decided to say. */
  usual: z.nullable(usualTimes),
})
export type OwnWait = z.infer<typeof ownWait>

export const listOwnWaits = defineOperation(endpoints.listOwnWaits, {
  summary:
    'The caller’s pending requests: how many others of the kind came before each, and how long decisions took in the last 30 days.',
  output: z.object({ items: z.array(ownWait) }),
})
