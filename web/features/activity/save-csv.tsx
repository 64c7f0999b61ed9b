import { FileDown } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import type { DownloadedFile } from '../../lib/api.ts'
import { useExport } from '../../lib/use-export.ts'
import { Button } from '../../ui/button.tsx'

// Exporting a long history takes time, above all on a slow connection.
const timeoutMs = 600_000

interface SaveCsvProps {
  load: (options: { onProgress: (bytes: number) => void; timeoutMs: number }) => Promise<DownloadedFile>
  fallbackName: string
  /** The words of the button, where a page has two of them. */
  label?: string | undefined
}

/** Saves the filtered list as a CSV file, and shows the progress. */
export function SaveCsv({ load, fallbackName, label = t('Download CSV') }: SaveCsvProps) {
  const { save, size, isPending, isSuccess, error } = useExport({ load, fallbackName, timeoutMs })
  return (
    <div className="grid justify-items-start gap-1 text-sm sm:justify-items-end">
      <Button variant="ghost" size="sm" busy={isPending} onClick={save}>
        <FileDown aria-hidden="true" />
        {isPending ? t('Preparing… {size}', { size }) : error ? t('Retry CSV') : label}
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
