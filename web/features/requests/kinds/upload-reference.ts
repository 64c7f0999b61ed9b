import type { UploadReference } from './kind-display.ts'

/** The file at a path such as "{userId}/{timestamp}.png"; null where the member sent none. */
export function uploadReference(
  userId: string,
  uploadId: string | null,
  path: string | null,
  defaultName: string,
): UploadReference | null {
  return uploadId === null ? null : { userId, uploadId, name: path?.split('/').at(-1) || defaultName }
}
