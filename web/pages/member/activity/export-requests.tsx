import { FileDown } from 'lucide-react'
import { exportRequests } from '../../../../contract/endpoints/exports.ts'
import type { CallInput } from '../../../../contract/typed-endpoints.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { download } from '../../../lib/api.ts'
import { useExport } from '../../../lib/use-export.ts'
import { Button } from '../../../ui/button.tsx'

type ExportFilter = CallInput<typeof exportRequests>['query']

// Exporting a long history takes time, above all on a slow connection.
const timeoutMs = 600_000

/** Saves the filtered list as a CSV file, and shows the progress. */
export function ExportRequests({ filter }: { filter: ExportFilter }) {
  const { save, size, isPending, isSuccess, error } = useExport({
    load: (options) => download(exportRequests, { query: filter }, options),
    fallbackName: 'et-requests.csv',
    timeoutMs,
  })
  return (
    <div className="grid justify-items-start gap-1 text-sm sm:justify-items-end">
      <Button variant="ghost" size="sm" busy={isPending} onClick={save}>
        <FileDown aria-hidden="true" />
        {isPending ? t('Preparing… {size}', { size }) : error ? t('Retry CSV') : t('Download CSV')}
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
