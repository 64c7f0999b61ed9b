import { randomUUID } from 'node:crypto'
import type { Profile } from '../../../contract/profiles.ts'
import { downloadFile, uploadFile } from '../../../contract/uploads.ts'
import { cleanFile, type CleanFile } from '../../../server/money/slips/file-content.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'

/** Stores the files that the page uploads, and gives them back. Returns them by their ids. */
export function giveSlips(answers: Answers, member: Profile): Map<string, CleanFile> {
  const files = new Map<string, CleanFile>()
  answers.give(uploadFile, async ({ request }) => {
    const file = await cleanFile(request.body as Buffer, request.headers['content-type'] ?? '')
    const id = randomUUID()
    files.set(id, file)
    const { type, extension, bytes } = file
    const path = `${member.id}/${Date.now()}.${extension}`
    return { id, path, mime_type: type, size_bytes: bytes.length, created_at: new Date().toISOString() }
  })
  answers.give(downloadFile, ({ params }) => {
    const file = files.get(params.uploadId)
    if (!file) throw new Refusal('not_found')
    return { bytes: file.bytes, type: file.type, name: `slip.${file.extension}` }
  })
  return files
}
