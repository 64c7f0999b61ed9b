import { downloadFile, uploadFile } from '../../../contract/uploads.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readSentFile } from '../../platform/http/read-sent-file.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { openUpload, storeUpload, type UploadDeps } from './uploads.ts'

export function uploadRoutes(deps: UploadDeps): Route[] {
  return [
    route(uploadFile, ({ caller: { userId }, request, write }) =>
      storeUpload({ ...deps, write }, { userId, ...readSentFile(request) }),
    ),
    route(downloadFile, async ({ caller, params, reply }) => sendFile(reply, await openUpload(deps, caller, params))),
  ]
}
