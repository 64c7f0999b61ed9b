import type { FastifyReply } from 'fastify'
import { downloadFile, uploadFile } from '../../../contract/uploads.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readUpload, storeUpload, type UploadContent, type UploadDeps } from './uploads.ts'

export function uploadRoutes(deps: UploadDeps): Route[] {
  return [
    route(uploadFile, ({ caller: { userId }, request, write }) =>
      storeUpload(
        { ...deps, write },
        {
          userId,
          // Without a body, the call has no bytes.
          bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          declaredType: request.headers['content-type'] ?? '',
        },
      ),
    ),
    route(downloadFile, async ({ caller, params, reply }) => sendFile(reply, await readUpload(deps, caller, params))),
  ]
}

/** Sends a file to save and never a page to show, as an uploaded file must not run as part of this site. */
function sendFile(reply: FastifyReply, { bytes, type, name }: UploadContent): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(bytes)
}
