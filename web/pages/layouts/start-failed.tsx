import { useRouter } from '@tanstack/react-router'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'

/** Stands in for a page that could not start, e.g. because the server cannot be reached. */
export function StartFailed({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <main className="mx-auto grid min-h-dvh max-w-auth place-content-center justify-items-start gap-4 p-6">
      <BrandMark size={40} />
      <h1 className="serif text-2xl">{t('This page could not be opened')}</h1>
      <p role="alert" className="text-ink-2">
        {messageOf(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void router.invalidate()}>{t('Try again')}</Button>
        <Button variant="ghost" asChild>
          <a href="/">{t('Go to Homepage')}</a>
        </Button>
      </div>
    </main>
  )
}
