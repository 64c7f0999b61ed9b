import { t } from '../../../contract/translate.ts'
import { Spinner } from '../../ui/spinner.tsx'

/** Fills the screen until the session is known, and while a page loads. */
export function StartScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3 text-ink-2">
      <Spinner className="size-7 text-brand" />
      {t('Loading...')}
    </div>
  )
}
