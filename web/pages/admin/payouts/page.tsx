import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { payoutLists, recordPayouts, type PayoutList } from '../../../../contract/endpoints/payouts.ts'
import { formatCount } from '../../../../contract/money.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import type { PayoutTotals } from '../../../../contract/payouts.ts'
import { t } from '../../../../contract/translate.ts'
import { payoutTotalsQuery } from '../../../features/requests/payouts/payout-queries.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { PayoutsList } from './list.tsx'
import { listNames } from './list-names.ts'
import { MadeUpPayoutNote } from './made-up.tsx'
import { PastedList } from './pasted-list.tsx'
import { Totals } from './totals.tsx'

export const lead = t(
  'The payments of approved withdrawals: what is to be paid, what was sent, and what the network says of it.',
)

export function PayoutsPage() {
  const { list = 'to_pay', cursor } = useSearch({ from: '/admin/payouts' })
  const navigate = useNavigate()
  const totals = useQuery(payoutTotalsQuery)
  const mayRecord = useMay()(recordPayouts)
  const open = (next: string) =>
    void navigate({ to: '/admin/payouts', search: { list: next as PayoutList }, resetScroll: false })
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/payouts']}</PageTitle>
      <ReadProblem reads={[totals]} />
      {totals.data?.is_watched === false && (
        <Notice>
          {t(
            'No provider of the network is set, so nothing is checked on the chain. Recorded hashes are kept as they are entered.',
          )}
        </Notice>
      )}
      <MadeUpPayoutNote />
      <Totals totals={totals.data} />
      <Tabs value={list} onValueChange={open}>
        <TabList aria-label={t('Lists of payouts')}>
          {payoutLists.map((name) => (
            <Tab key={name} value={name}>
              {listNames[name]}
              <Count totals={totals.data} list={name} />
            </Tab>
          ))}
        </TabList>
        <TabPanel value={list}>
          <PayoutsList key={list} list={list} cursor={cursor} />
        </TabPanel>
      </Tabs>
      {mayRecord && <PastedList />}
    </div>
  )
}

function Count({ totals, list }: { totals: PayoutTotals | undefined; list: PayoutList }) {
  return totals && <span className="font-normal text-ink-3">{formatCount(totals[list].count)}</span>
}
