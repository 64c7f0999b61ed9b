import * as z from 'zod/mini'
import * as endpoints from './endpoints/request-digest.ts'
import { defineOperation } from './operation.ts'

const requestDigest = z.object({ rhythm: z.enum(endpoints.digestRhythms) })
export type RequestDigest = z.infer<typeof requestDigest>

export const getRequestDigest = defineOperation(endpoints.getRequestDigest, {
  summary: 'How often the calling administrator is mailed about new requests.',
  output: requestDigest,
})

export const saveRequestDigest = defineOperation(endpoints.saveRequestDigest, {
  summary:
    'Choose how often the caller is mailed about new requests. The mails tell of requests that arrive from now on.',
  body: z.strictObject(requestDigest.shape),
  output: requestDigest,
})
