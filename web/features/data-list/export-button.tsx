import { FileDown } from 'lucide-react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import type { DownloadedFile } from '../../lib/api.ts'
import { useExport } from '../../lib/use-export.ts'
import { useMay } from '../../lib/use-may.ts'
import { Button } from '../../ui/button.tsx'

interface ExportButtonProps {
  /** The call that makes the file. An administrator of another duty gets no button. */
  endpoint: Pick<Endpoint, 'duties'>
  load: (options: { onProgress: (bytes: number) => void; timeoutMs: number }) => Promise<DownloadedFile>
  fallbackName: string
  /** The content of the file, for screen readers, where a page has several. */
  of?: string | undefined
}

// Millions of rows take a long time, above all on a slow line.
const timeoutMs = 1_800_000

/** Saves all matches of the list as a CSV file, and shows the progress. */
export function ExportButton({ endpoint, ...props }: ExportButtonProps) {
  return useMay()(endpoint) && <SaveButton {...props} />
}

function SaveButton({ load, fallbackName, of = t('of everything that matches') }: Omit<ExportButtonProps, 'endpoint'>) {
  const { save, size, isPending, isSuccess, error } = useExport({ load, fallbackName, timeoutMs })
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button variant="ghost" size="sm" busy={isPending} onClick={save}>
        <FileDown aria-hidden="true" />
        {isPending ? t('Preparing… {size}', { size }) : error ? t('Retry CSV') : 'CSV'}
        {!isPending && <span className="sr-only">{of}</span>}
      </Button>
      <span role="status" className="sr-only">
        {isPending && t('Preparing the file…')}
        {isSuccess && t('The file has been saved.')}
      </span>
      {error && (
        <span role="alert" className="font-semibold text-bad">
          {messageOf(error)}
        </span>
      )}
    </span>
  )
}
