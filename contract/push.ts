import * as z from 'zod/mini'
import * as endpoints from './endpoints/push.ts'
import { defineOperation, emptyObject } from './operation.ts'

export const getPush = defineOperation(endpoints.getPush, {
  summary: 'The key with which a browser asks to be woken, and whether that of the calling session is.',
  output: z.object({
    /** Null while the operator has not switched web push on. */
    public_key: z.nullable(z.string()),
    is_on: z.boolean(),
  }),
})

export const startPush = defineOperation(endpoints.startPush, {
  summary: 'Let the browser of the calling session be woken when there is news. The message has no content.',
  body: z.strictObject({ endpoint: z.string().check(z.maxLength(endpoints.pushEndpointMax)) }),
  output: emptyObject,
  errors: ['push_service_unknown'],
})

export const stopPush = defineOperation(endpoints.stopPush, {
  summary: 'Wake the browser of the calling session no more.',
  output: emptyObject,
})
