import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Request } from '../../../contract/requests.ts'
import { failureTitles, fallbackTexts } from '../../../contract/texts.ts'
import { downloadFile } from '../../../contract/endpoints/uploads.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import type { UploadReference } from './kinds/kind-display.ts'
import { kindDisplayOf } from './kinds/kinds.ts'

interface RequestFileProps {
  request: Request
  /** False in a sheet, behind which a toast could not be reached. The notice below the button says the same. */
  hasToasts: boolean
}

/** Saves the payment slip or the attachment that the member sent. It stands in a row of buttons that wraps. */
export function RequestFile({ request, hasToasts }: RequestFileProps) {
  const file = kindDisplayOf(request).fileOf(request)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ userId, uploadId, name }: UploadReference) => {
      const { blob } = await download(downloadFile, { params: { userId, uploadId } })
      saveFile(blob, name)
    },
    onError: (failure) => {
      const text = { title: file?.failureTitle, description: faultOf(failure), variant: 'destructive' } as const
      if (hasToasts) toast({ ...text, title: text.title ?? failureTitles.slipDownload })
    },
  })
  if (!file) return null
  const { stored } = file
  if (!stored) return <p className="basis-full text-sm text-ink-2">{file.emptyText}</p>
  return (
    <>
      <Button variant="ghost" busy={isPending} onClick={() => mutate(stored)}>
        <Download aria-hidden="true" />
        {file.label}
      </Button>
      {error && (
        <Notice tone="bad" role="alert" title={file.failureTitle} className="order-last basis-full">
          {faultOf(error)}
        </Notice>
      )}
    </>
  )
}

/** Returns the server's sentence, unless it only says that something was not found. */
function faultOf(error: Error): string {
  return error instanceof ApiError && error.code === 'not_found' ? fallbackTexts.download : messageOf(error)
}
