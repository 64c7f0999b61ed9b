import * as z from 'zod/mini'
import * as endpoints from './endpoints/uploads.ts'
import { defineOperation, id, moment } from './operation.ts'

export const uploadFile = defineOperation(endpoints.uploadFile, {
  summary: 'Store a payment slip or attachment (PNG, JPG or PDF, 5 MB at most) in the bucket payment_proofs.',
  upload: { types: endpoints.uploadTypes, maxBytes: endpoints.uploadMaxBytes },
  output: z.object({
    id,
    path: z.string(),
    mime_type: z.enum(endpoints.uploadTypes),
    size_bytes: z.number(),
    created_at: moment,
  }),
  errors: [
    'file_too_large',
    'file_type_not_accepted',
    'file_damaged',
    'picture_too_costly',
    'upload_quota_full',
    'upload_storage_full',
    'files_unavailable',
  ],
})

export const downloadFile = defineOperation(endpoints.downloadFile, {
  summary: 'Read a stored file: members their own, administrators any.',
  params: z.strictObject({ userId: id, uploadId: id }),
  download: true,
  output: z.any(),
  errors: ['not_found', 'files_unavailable', 'file_altered'],
})
