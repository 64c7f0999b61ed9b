import { FileDown } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import type { DownloadedFile } from '../../lib/api.ts'
import { useExport } from '../../lib/use-export.ts'
import { Button } from '../../ui/button.tsx'

// Exporting a long history takes time, above all on a slow connection.
const timeoutMs = 600_000

interface SaveFileProps {
  load: (options: { onProgress: (bytes: number) => void; timeoutMs: number }) => Promise<DownloadedFile>
  fallbackName: string
  /** The words of the button, where a page has two of them. */
  label?: string | undefined
  /** The words after a failure. */
  retryLabel?: string
}

/** Saves a file, such as the filtered list as CSV, and shows the progress. */
export function SaveFile({
  load,
  fallbackName,
  label = t('Download CSV'),
  retryLabel = t('Retry CSV'),
}: SaveFileProps) {
  const { save, size, isPending, isSuccess, error } = useExport({ load, fallbackName, timeoutMs })
  return (
    <div className="grid justify-items-start gap-1 text-sm sm:justify-items-end">
      <Button variant="ghost" size="sm" busy={isPending} onClick={save}>
        <FileDown aria-hidden="true" />
        {isPending ? t('Preparing… {size}', { size }) : error ? retryLabel : label}
      </Button>
      <span role="status" className="sr-only">
        {isPending && t('Preparing the file…')}
        {isSuccess && t('The file has been saved.')}
      </span>
      {error && (
        <p role="alert" className="font-semibold text-bad">
          {messageOf(error)}
        </p>
      )}
    </div>
  )
}
