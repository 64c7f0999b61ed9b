import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { FailedScreen } from './failed-screen.tsx'

// What a document says of itself when its scripts do not come. It is drawn when the app is built, and web/app/watch-start.js
// shows it and hears its button.

/** In place of a page of the app. */
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

/** Above the home page, which can be read all the same. */
export function StuckStrip() {
  return (
    <div id="stuck" hidden role="alert" className="bg-wait-soft px-4 py-2 text-center text-sm text-wait">
      {t('Parts of this page did not arrive.')}{' '}
      <button type="button" className="link min-h-6">
        {t('Try again')}
      </button>
    </div>
  )
}
