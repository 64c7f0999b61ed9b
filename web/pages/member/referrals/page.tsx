import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { referralLink } from '../../../features/referrals/referral-link.ts'
import { filterDisplay } from './referral-display.ts'
import { referralFilters } from './search.ts'
import { referralsQuery, referralSummaryQuery } from './referral-queries.ts'
import { ShareLink } from './share-link.tsx'
import { useSession } from '../../../lib/session.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { ReferralProgress } from './progress.tsx'
import { ReferralCards, ReferralTable } from './list.tsx'
import { ShareCard } from './share.tsx'

/** From this width on the rows are a table; below it each row is a card. */
const tableScreen = '(min-width: 48rem)'

export const lead = t('Bring friends in, and share in their first purchase.')

export function ReferralsPage() {
  const { profile } = useSession()
  const summary = useQuery(referralSummaryQuery)
  const link = profile?.referral_code && referralLink(profile.referral_code)
  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/dashboard/referrals']}</PageTitle>
      <div className="grid items-start gap-5 xl:grid-cols-[340px_minmax(0,1fr)]">
        <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-1">
          {link && <ShareCard link={link} />}
          <ReferralProgress summary={summary} />
        </div>
        <Friends link={link ?? null} />
      </div>
    </div>
  )
}

function Friends({ link }: { link: string | null }) {
  const filter = useSearch({ from: '/dashboard/referrals' }).status ?? 'all'
  const navigate = useNavigate()
  const [hasEmails, setHasEmails] = useState(true)
  const show = (value: string) =>
    void navigate({
      to: '.',
      search: { status: referralFilters.find((one) => one === value) },
      resetScroll: false,
    })
  return (
    <Card
      padded={false}
      title={t('Your friends')}
      aside={
        <Button variant="quiet" size="sm" onClick={() => setHasEmails(!hasEmails)}>
          {hasEmails ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          {hasEmails ? t('Hide emails') : t('Show emails')}
        </Button>
      }
      className="overflow-hidden"
    >
      <Tabs value={filter} onValueChange={show} className="gap-0">
        <TabList aria-label={t('Status')} className="px-2">
          {(['all', ...referralFilters] as const).map((value) => (
            <Tab key={value} value={value} title={filterDisplay[value].meaning}>
              {filterDisplay[value].label}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={filter}>
          <p className="px-5 py-3 text-sm text-ink-2">{filterDisplay[filter].meaning}</p>
          <FriendList link={link} filter={filter} hasEmails={hasEmails} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}

interface FriendListProps {
  link: string | null
  filter: keyof typeof filterDisplay
  hasEmails: boolean
}

function FriendList({ link, filter, hasEmails }: FriendListProps) {
  const list = useInfiniteQuery(referralsQuery(filterDisplay[filter].status))
  const more = useLoadMore(list)
  const Rows = useMedia(tableScreen) ? ReferralTable : ReferralCards
  const referrals = list.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <ReadProblem reads={[list]} className="mx-5 mb-4" />
      {!referrals && !list.isError && <RowSkeletons />}
      {referrals?.length === 0 && <NoFriends link={link} isFiltered={filter !== 'all'} />}
      {referrals && referrals.length > 0 && (
        // The friends of the tab before stay until those of this tab arrive.
        <div aria-busy={list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-60')}>
          <Rows referrals={referrals} hasEmails={hasEmails} />
        </div>
      )}
      <LoadMore more={more} className="border-t border-line p-4" />
    </>
  )
}

function NoFriends({ link, isFiltered }: { link: string | null; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title={t('Nobody is at this step.')}
        action={
          <Button asChild variant="ghost" size="sm">
            <Link to="/dashboard/referrals">{t('Show all friends')}</Link>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState icon={UserPlus} title={emptyTexts.noReferrals} action={link && <ShareLink link={link} />}>
      {t('Send your link to somebody you know.')}
    </EmptyState>
  )
}
