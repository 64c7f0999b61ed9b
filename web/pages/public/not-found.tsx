import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'

export function NotFoundPage() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // If no page of this site came before, going back would leave the site.
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }))
  return (
    <div className="grid min-h-[70dvh] content-center justify-items-center gap-6 px-4 py-12 text-center">
      <div aria-hidden="true" className="text-brass [clip-path:polygon(0_0,58%_0,64%_52%,100%_38%,100%_100%,0_100%)]">
        <Rosette seed="et-misprint" size={168} bands={3} />
      </div>
      <PageTitle lead={t('There is nothing at this address. The link may be old, or have a slip in it.')}>
        {t('Page Not Found')}
      </PageTitle>
      <div className="flex flex-wrap justify-center gap-3">
        <Button asChild>
          <AppLink href="/">{t('Go to Homepage')}</AppLink>
        </Button>
        <Button variant="ghost" onClick={goBack}>
          {t('Go Back')}
        </Button>
      </div>
    </div>
  )
}
