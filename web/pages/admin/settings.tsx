import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/translate.ts'
import { RateHistory } from '../../features/settings/rate-history.tsx'
import { adminSettingsQuery } from '../../features/settings/settings-queries.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DepositSection } from './settings-deposit.tsx'
import { LimitsSection } from './settings-limits.tsx'
import { MovementSection } from './settings-movement.tsx'
import { OperatorSection } from './settings-operator.tsx'
import { PricesSection } from './settings-prices.tsx'
import { RateSection } from './settings-rate.tsx'

/** What administrators set for everybody. Each part is saved on its own. */
export function SettingsPage() {
  const read = useQuery(adminSettingsQuery)
  const settings = read.data
  return (
    <div className="grid gap-5">
      <PageTitle
        lead={t('What counts for everybody. Each part is saved on its own, and every change is kept on record.')}
      >
        {t('Settings')}
      </PageTitle>
      <ReadProblem reads={[read]} />
      {!settings && !read.isError && <SettingsSkeleton />}
      {settings && (
        <>
          <RateSection settings={settings} />
          <RateHistory />
          <DepositSection settings={settings} />
          <PricesSection settings={settings} />
          <LimitsSection settings={settings} />
          <OperatorSection settings={settings} />
          <MovementSection settings={settings} />
        </>
      )}
    </div>
  )
}

function SettingsSkeleton() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-5">
      {[1, 2, 3].map((part) => (
        <Skeleton key={part} className="h-64 w-full rounded-3" />
      ))}
    </div>
  )
}
