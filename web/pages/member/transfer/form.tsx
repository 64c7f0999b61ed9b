import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { readWholeCoins } from '../../../features/spending/coin-amounts.ts'
import { CoinsField } from '../../../features/spending/coins-field.tsx'
import { coinsText } from '../../../lib/coins-text.ts'
import { DebtNotice } from '../../../features/spending/debt-notice.tsx'
import { OwnOutgoingNotice } from '../../../features/requests/own-outgoing-notice.tsx'
import { SpendableCoins } from '../../../features/spending/spendable-coins.tsx'
import { focusFirstError } from '../../../features/spending/focus-first-error.ts'
import { useHeldRate } from '../../../features/spending/use-held-rate.ts'
import type { TransferForm as TransferFormState } from './use-transfer-form.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { RecipientField } from './recipient.tsx'
import { TransferReview } from './review.tsx'
import { TransferSummary } from './summary.tsx'

interface TransferFormProps {
  form: TransferFormState
  stats: UseQueryResult<UserDashboardStats>
  /** True for a form that follows a sent transfer. The button that opened it is gone, so the title takes the focus. */
  isAnother: boolean
}

export const lead = t('To another member, by their member ID.')

export function TransferForm({ form, stats, isAnother }: TransferFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { rate, hold, release } = useHeldRate()
  const { spending, faults } = form
  const coins = readWholeCoins(spending.fields.amount)
  const review = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.review(rate))) focusFirstError(element.current)
  }
  const button = (
    <SubmitButton busy={form.isChecking} className="flex-1">
      {t('Review transfer')}
    </SubmitButton>
  )

  return (
    <form ref={element} onSubmit={(event) => void review(event)} noValidate className="grid gap-5">
      <PageTitle focused={isAnother} lead={lead}>
        {pageTitles['/dashboard/transfer']}
      </PageTitle>
      <ReadProblem reads={[stats]} />
      <OwnOutgoingNotice />
      <DebtNotice />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-5">
          <SpendableCoins stats={stats.data} hasFailed={stats.isError} verb="send" />
          <TransferFields form={form} stats={stats.data} onEnter={hold} onLeave={release} />
          {faults.form && (
            <Notice tone="bad" role="alert">
              {faults.form}
            </Notice>
          )}
        </div>
        <div className="min-w-0 lg:sticky lg:top-[108px]">
          <TransferSummary recipient={form.recipient} coins={coins} rate={rate}>
            <div className="flex max-lg:hidden">{button}</div>
          </TransferSummary>
        </div>
      </div>
      <ActionBar until="lg">
        <div className="min-w-20 flex-1 text-sm">
          <p className="text-ink-2">{t('You send')}</p>
          <p className="font-semibold whitespace-nowrap">
            {coins === null ? t('Enter an amount') : coinsText(String(coins))}
          </p>
        </div>
        {button}
      </ActionBar>
      <TransferReview
        form={form}
        coins={coins}
        stats={stats.data}
        onClosed={() => spending.afterReview() && focusFirstError(element.current)}
      />
    </form>
  )
}

interface TransferFieldsProps {
  form: TransferFormState
  stats: UserDashboardStats | undefined
  onEnter: () => void
  onLeave: () => void
}

function TransferFields({ form, stats, onEnter, onLeave }: TransferFieldsProps) {
  return (
    <section
      aria-label={t('Recipient and amount')}
      className="grid gap-5 rounded-3 border border-line bg-surface p-5 sm:p-6"
    >
      <RecipientField form={form} />
      <CoinsField form={form} stats={stats} onEnter={onEnter} onLeave={onLeave} />
    </section>
  )
}
