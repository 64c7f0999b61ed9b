import { downloadFile, uploadFile } from '../../../contract/uploads.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { sendFile } from './send-file.ts'
import { openUpload, storeUpload, type UploadDeps } from './uploads.ts'

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
    route(downloadFile, async ({ caller, params, reply }) => sendFile(reply, await openUpload(deps, caller, params))),
  ]
}
