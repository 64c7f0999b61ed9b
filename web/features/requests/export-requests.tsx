import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { exportRequests } from '../../../contract/exports.ts'
import type { CallInput } from '../../../contract/operation.ts'
import { messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'

type ExportFilter = CallInput<typeof exportRequests>['query']

// A long history takes its time, on a slow line above all.
const timeoutMs = 600_000

/** Saves what the list is narrowed down to as a CSV file, and tells how far that is. */
export function ExportRequests({ filter }: { filter: ExportFilter }) {
  const [bytes, setBytes] = useState(0)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (query: ExportFilter) => download(exportRequests, { query }, { onProgress: setBytes, timeoutMs }),
    onMutate: () => setBytes(0),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? 'et-requests.csv'),
  })
  return (
    <div className="grid justify-items-start gap-1 text-sm sm:justify-items-end">
      <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate(filter)}>
        <FileDown aria-hidden="true" />
        {isPending ? `Preparing… ${formatSize(bytes)}` : error ? 'Retry CSV' : 'Download CSV'}
      </Button>
      <span role="status" className="sr-only">
        {isPending && 'Preparing the file…'}
        {isSuccess && 'The file has been saved.'}
      </span>
      {error && (
        <p role="alert" className="font-semibold text-bad">
          {messageOf(error)}
        </p>
      )}
    </div>
  )
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
