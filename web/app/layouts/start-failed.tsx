import { useRouter } from '@tanstack/react-router'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FailedScreen } from './failed-screen.tsx'

/** Replaces a page that could not start, for example because the server cannot be reached. */
export function StartFailed({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <FailedScreen reason={messageOf(error)}>
      <Button onClick={() => void router.invalidate()}>{t('Try again')}</Button>
      <Button variant="ghost" asChild>
        <a href="/">{t('Go to Homepage')}</a>
      </Button>
    </FailedScreen>
  )
}
