import * as z from 'zod/mini'
import { defineOperation, id, moment } from './operation.ts'
import { memberOnly, signedIn } from './roles.ts'

/** The allowed types of a payment slip or attachment. The server judges the content, not the name. */
export const uploadTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const
export const uploadMaxBytes = 5 * 1024 * 1024

export const uploadFile = defineOperation({
  id: 'upload_file',
  summary: 'Store a payment slip or attachment (PNG, JPG or PDF, 5 MB at most) in the bucket payment_proofs.',
  method: 'POST',
  path: '/api/uploads',
  access: memberOnly,
  isIdempotent: true,
  upload: { types: uploadTypes, maxBytes: uploadMaxBytes },
  output: z.object({
    id,
    path: z.string(),
    mime_type: z.enum(uploadTypes),
    size_bytes: z.number(),
    created_at: moment,
  }),
  errors: ['file_too_large', 'file_type_not_accepted', 'file_damaged', 'upload_storage_full'],
})

export const downloadFile = defineOperation({
  id: 'download_file',
  summary: 'Read a stored file: members their own, administrators any.',
  method: 'GET',
  path: '/api/uploads/:userId/:uploadId',
  access: signedIn,
  params: z.strictObject({ userId: id, uploadId: id }),
  download: true,
  output: z.any(),
  errors: ['not_found'],
})
