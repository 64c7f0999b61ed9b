import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/translate.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { PackageCard } from '../../../features/packages/package-card.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useGoTo } from '../../../lib/app-link.tsx'
import { homePathOf } from '../../../lib/home-path.ts'
import { packagesQuery } from '../../../features/packages/packages-query.ts'
import { useSession } from '../../../lib/session.ts'
import { useTabText } from '../../../lib/tab-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const visitorPollMs = 30_000

export function LandingPackages() {
  return (
    <section id="packages" aria-labelledby="packages-title">
      <h2 id="packages-title" className="serif text-[2rem]/10">
        {t('Packages')}
      </h2>
      <p className="text-ink-2">
        {t('One-time purchase. Your package sets the bonus and how fast withdrawals clear.')}
      </p>
      <Cards />
    </section>
  )
}

function Cards() {
  const goTo = useGoTo()
  const { isAuthenticated, isAdmin, profile } = useSession()
  const chosen = useTabText(chosenPackage) ?? profile?.package_id
  const { data, error, isPending, refetch } = useQuery({
    ...packagesQuery,
    // The server notifies signed-in readers of changes; a visitor's page has to poll.
    refetchInterval: isAuthenticated ? false : visitorPollMs,
  })

  const select = (id: string) => {
    if (!isAdmin) chosenPackage.write(id)
    goTo(isAuthenticated ? homePathOf(isAdmin) : '/signup')
  }

  if (isPending) {
    return (
      <div role="status" aria-label={t('Loading the packages')} className={gridStyles}>
        {[1, 2, 3, 4].map((rank) => (
          <Skeleton key={rank} className="h-[420px] rounded-3" />
        ))}
      </div>
    )
  }
  if (!data) {
    return (
      <Notice
        tone="bad"
        role="alert"
        className="mt-5"
        action={
          <Button variant="ghost" size="sm" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {messageOf(error)}
      </Notice>
    )
  }
  if (data.items.length === 0) return <p className="mt-5 text-ink-2">{t('No package is on offer at the moment.')}</p>
  return (
    <div className={gridStyles}>
      {data.items.map((item, index) => (
        <PackageCard key={item.id} package={item} rank={index + 1} isSelected={item.id === chosen}>
          <Button variant={item.id === chosen ? 'primary' : 'ghost'} onClick={() => select(item.id)}>
            {item.id === chosen ? t('Selected') : t('Select Package')}
          </Button>
        </PackageCard>
      ))}
    </div>
  )
}

const gridStyles = 'mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-4'
