import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { FailedScreen } from './failed-screen.tsx'

// The notices of a document for the case that its scripts do not arrive. They are rendered when the app is built.
// web/app/watch-start.js shows them and handles their button.

/** Replaces a page of the app. */
export function StuckScreen() {
  return (
    <FailedScreen
      id="stuck"
      hidden
      reason={t('Parts of it did not arrive. Please check your connection and try again.')}
    >
      <Button>{t('Try again')}</Button>
    </FailedScreen>
  )
}

/** Stands above the home page, which can still be read. */
export function StuckNotice() {
  return (
    <div id="stuck" hidden role="alert" className="bg-wait-soft px-4 py-2 text-center text-sm text-wait">
      {t('Parts of this page did not arrive.')}{' '}
      <button type="button" className="link min-h-6">
        {t('Try again')}
      </button>
    </div>
  )
}
