import { useQuery } from '@tanstack/react-query'
import { exportStatementSums } from '../../../../contract/endpoints/statement.ts'
import { t } from '../../../../contract/translate.ts'
import { SaveFile } from '../../../features/activity/save-file.tsx'
import { download } from '../../../lib/api.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { cn } from '../../../ui/cn.ts'
import { FoldCard } from '../../../ui/fold-card.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { daysOf, type PeriodName } from './period.ts'
import { sumsQuery } from './statement-query.ts'
import { SumsTable } from './sums-table.tsx'

/** The sums of the period by type: of a year, the yearly summary. */
export function PeriodSums({ period }: { period: PeriodName | undefined }) {
  return (
    <FoldCard
      title={t('Sums by type')}
      padded={false}
      className="overflow-hidden"
      aside={
        <SaveFile
          key={period ?? 'all'}
          label={t('Download sums')}
          load={(options) => download(exportStatementSums, { query: daysOf(period) }, options)}
          fallbackName="et-statement-sums.csv"
        />
      }
    >
      <Sums period={period} />
    </FoldCard>
  )
}

/** The table is read when the card is unfolded. */
function Sums({ period }: { period: PeriodName | undefined }) {
  const { mask } = useHiddenAmounts()
  const read = useQuery(sumsQuery(period))
  return (
    <>
      <ReadProblem reads={[read]} className="mx-5 mb-4" />
      {!read.data && !read.isError && <RowSkeletons />}
      {read.data && (
        <div aria-busy={read.isPlaceholderData} className={cn(read.isPlaceholderData && 'opacity-60')}>
          <SumsTable {...read.data} mask={mask} />
        </div>
      )}
    </>
  )
}
