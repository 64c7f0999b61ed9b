import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changeSettings } from '../../../../contract/endpoints/admin-settings.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { RateHistory } from './rate-history.tsx'
import { adminSettingsQuery } from '../../../features/admin-settings-query.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AutomaticApprovalSection } from './automatic-approval.tsx'
import { DepositSection } from './deposit.tsx'
import { LimitsSection } from './limits.tsx'
import { MovementSection } from './movement.tsx'
import { OperatorSection } from './operator.tsx'
import { PoliciesSection } from './policies.tsx'
import { PricesSection } from './prices.tsx'
import { RateSection } from './rate.tsx'
import { UniqueAmountsSection } from './unique-amounts.tsx'
import { Version } from './version.tsx'

export const lead = t('What counts for everybody. Each part is saved on its own, and every change is kept on record.')

/** The settings of the platform. Each section is saved on its own. */
export function SettingsPage() {
  const read = useQuery(adminSettingsQuery)
  const settings = read.data
  const mayChange = useMay()(changeSettings)
  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/admin/settings']}</PageTitle>
      {!mayChange && <Notice>{t('Your duty is to read the settings. Owners change them.')}</Notice>}
      <ReadProblem reads={[read]} />
      {!settings && !read.isError && <SettingsSkeleton />}
      {settings && (
        <>
          <RateSection settings={settings} />
          <RateHistory />
          <DepositSection settings={settings} />
          <UniqueAmountsSection settings={settings} />
          <AutomaticApprovalSection settings={settings} />
          <PricesSection settings={settings} />
          <LimitsSection settings={settings} />
          <PoliciesSection />
          <OperatorSection settings={settings} />
          <MovementSection settings={settings} />
          <SavedRepliesLink />
          <Version />
        </>
      )}
    </div>
  )
}

/** The saved texts are no settings, and this is where an owner looks for them. */
function SavedRepliesLink() {
  return (
    <Card title={pageTitles['/admin/saved-replies']}>
      <p className="text-ink-2">
        {t('All administrators share them.')}{' '}
        <Link to="/admin/saved-replies" className="link">
          {t('All saved replies by their use')}
        </Link>
      </p>
    </Card>
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
