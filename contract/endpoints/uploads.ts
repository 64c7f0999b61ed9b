import type { Endpoint } from '../endpoint.ts'
import { everyDuty, memberOnly, signedIn } from '../roles.ts'

/** The allowed types of a payment slip or attachment. The server judges the content, not the name. */
export const uploadTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const

export const uploadMaxBytes = 5 * 1024 * 1024

export const uploadFile = {
  id: 'upload_file',
  method: 'POST',
  path: '/api/uploads',
  access: memberOnly,
  isIdempotent: true,
} as const satisfies Endpoint

export const downloadFile = {
  id: 'download_file',
  method: 'GET',
  path: '/api/uploads/:userId/:uploadId',
  access: signedIn,
  duties: everyDuty,
  onRecord: 'file_read',
} as const satisfies Endpoint
