import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import {
  chainTransferLists,
  listChainTransfers,
  type ChainTransferList,
} from '../../../../contract/endpoints/chain-transfers.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { ListPager } from '../../../features/data-list/list-pager.tsx'
import { SearchField } from '../../../features/data-list/search-field.tsx'
import { useListUrl } from '../../../features/data-list/use-list-url.ts'
import { queryOf, withoutUndefined } from '../../../lib/query-of.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import type { ChainTransfersSearch } from './search.ts'
import { emptyTexts, listNames } from './texts.ts'
import { TransferRow } from './row.tsx'

export const lead = t(
  'The final transfers to your deposit addresses: those that pay for no request, those that two members claim, and those that were sent back.',
)

export function ChainTransfersPage() {
  const { list = 'unallocated', search } = useSearch({ from: '/admin/chain-transfers' })
  const { change } = useListUrl<ChainTransfersSearch>()
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/chain-transfers']}</PageTitle>
      <Tabs value={list} onValueChange={(next) => change({ list: next as ChainTransferList })}>
        <TabList aria-label={t('Lists of transfers')}>
          {chainTransferLists.map((name) => (
            <Tab key={name} value={name}>
              {listNames[name]}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={list} className="grid gap-4">
          <SearchField
            placeholder={t('Hash, sender’s address or amount')}
            search={search}
            onSearch={(next) => change({ search: next }, { isTyped: true })}
          />
          <TransferList list={list} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

function TransferList({ list }: { list: ChainTransferList }) {
  const { search, cursor } = useSearch({ from: '/admin/chain-transfers' })
  const { openPage } = useListUrl<ChainTransfersSearch>()
  const query = withoutUndefined({ list, search, cursor })
  const read = useQuery(queryOf(listChainTransfers, ['requests', 'profile', 'settings'], { query }))
  const items = read.data?.items
  return (
    <Card className="grid gap-4">
      <ReadProblem reads={[read]} />
      {read.data?.is_watched === false && (
        <Notice>
          {t('No provider of the network is set, so no transfer is looked for, and no refund is checked on the chain.')}
        </Notice>
      )}
      {!items && !read.isError && <Skeleton className="h-40" />}
      {items?.length === 0 && (
        <EmptyState icon={CircleCheck} title={search ? t('No transfer of this list has this.') : emptyTexts[list]} />
      )}
      {items && items.length > 0 && (
        <ul className="grid gap-5 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-5">
          {items.map((transfer) => (
            <TransferRow key={`${transfer.hash}:${transfer.log_index}`} transfer={transfer} />
          ))}
        </ul>
      )}
      <ListPager
        cursor={cursor}
        nextCursor={read.data?.next_cursor ?? null}
        isEarlier={read.isPlaceholderData}
        onOpen={openPage}
      />
    </Card>
  )
}
