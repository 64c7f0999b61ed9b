import { useQuery } from '@tanstack/react-query'
import { useDebounce } from 'use-debounce'
import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { LargestPackageGain } from './largest-package-gain.tsx'
import { NumberField } from './number-field.tsx'
import { RateImpactFacts, RateWarning } from './rate-impact.tsx'
import { SectionCard } from './section-card.tsx'
import { readSetting, typingPauseMs } from './settings-form.ts'
import { rateImpactQuery } from './settings-queries.ts'
import { useSection } from './use-section.ts'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The one rate for estimates, requests and the ledger, with the effect of a new one. */
export function RateSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, ['et_rate'])
  const typed = readSetting('et_rate', section.typed.et_rate)
  const [rate] = useDebounce(typed.value ?? settings.et_rate, typingPauseMs)
  const read = useQuery(rateImpactQuery(rate))
  // Only the figures of the typed rate are shown, as those of another rate would mislead.
  const impact = read.data && !read.isPlaceholderData && rate === typed.value ? read.data : null
  return (
    <>
      <SectionCard
        section={section}
        title={t('Rate')}
        lead={t(
          'What one coin is worth: for estimates, withdrawals, transfers and what balances come to. Another rate counts at once. Requests already made keep the rate they were made at.',
        )}
        saveLabel={t('Save rate')}
        aside={
          <div
            aria-live="polite"
            aria-busy={read.isFetching}
            className={read.isPlaceholderData ? 'opacity-60' : undefined}
          >
            <ReadProblem reads={[read]} className="mb-3" />
            {read.data ? <RateImpactFacts impact={read.data} /> : !read.isError && <Skeleton className="h-40 w-full" />}
            <LargestPackageGain rate={rate} />
          </div>
        }
      >
        <NumberField section={section} name="et_rate" unit={t('USD per ET')} />
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change the rate?')}
        effect={t('It counts at once, for everybody. You are asked to confirm that it is you.')}
      >
        {impact && <RateWarning impact={impact} />}
      </ChangeDialog>
    </>
  )
}
