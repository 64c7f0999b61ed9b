import * as z from 'zod/mini'
import * as endpoints from './endpoints/admin-notes.ts'
import { adminNoteMaxLength } from './endpoints/admin-notes.ts'
import { requestKinds } from './endpoints/requests.ts'
import { defineOperation, id, moment, pageOf, pageQuery } from './operation.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

/** A note of administrators for each other about a member. The member never reads it. */
export const adminNote = z.object({
  id,
  author_name: z.string(),
  /** The request that it is about; null if it is about the member. */
  request: z.nullable(z.object({ id, kind: z.enum(requestKinds), number: z.string() })),
  /** Null once it was removed with the details of a closed account. */
  content: z.nullable(z.string()),
  created_at: moment,
})
export type AdminNote = z.infer<typeof adminNote>

export const listAdminNotes = defineOperation(endpoints.listAdminNotes, {
  summary:
    'The notes of administrators about a member and the requests of the member, or about one request, newest first.',
  params: z.strictObject({ userId: id }),
  query: z.strictObject({ request_id: z.optional(id), ...pageQuery }),
  output: pageOf(adminNote),
  errors: ['not_found'],
})

export const addAdminNote = defineOperation(endpoints.addAdminNote, {
  summary: 'Add a note about a member, or about one of the member’s requests. It is never changed.',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    content: plainText(t('Note'), adminNoteMaxLength),
    request_id: z.optional(z.nullable(id)),
  }),
  output: adminNote,
  errors: ['not_found'],
})
