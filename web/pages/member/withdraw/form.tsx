import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { formatUsd } from '../../../../contract/money.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { t } from '../../../../contract/translate.ts'
import { readWholeCoins } from '../../../features/spending/coin-amounts.ts'
import { CoinsField } from '../../../features/spending/coins-field.tsx'
import { estimate } from '../../../features/spending/estimate.ts'
import { focusFirstError } from '../../../features/spending/focus-first-error.ts'
import { DebtNotice } from '../../../features/spending/debt-notice.tsx'
import { OwnOutgoingNotice } from '../../../features/requests/own-outgoing-notice.tsx'
import { SpendableCoins } from '../../../features/spending/spendable-coins.tsx'
import { useHeldRate } from '../../../features/spending/use-held-rate.ts'
import type { WithdrawalForm } from './use-withdrawal-form.ts'
import { useSlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Destination } from './destination.tsx'
import { ExtrasCard } from './extras.tsx'
import { WithdrawReview } from './review.tsx'
import { WithdrawSummary } from './summary.tsx'

interface WithdrawFormProps {
  form: WithdrawalForm
  profile: Profile
  stats: UseQueryResult<UserDashboardStats>
  /**
   * True for a form that follows a sent withdrawal. The button that opened it is gone, so the title takes the focus.
   */
  isAnother: boolean
}

export const lead = t('To your own USDT wallet.')

export function WithdrawForm({ form, profile, stats, isAnother }: WithdrawFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { rate, hold, release } = useHeldRate()
  const { spending, faults } = form
  const attachment = useSlipUpload(spending.fields.attachment, form.keepAttachment)
  const coins = readWholeCoins(spending.fields.amount)
  const shown = coins === null ? null : estimate(String(coins), rate)
  const review = (event: FormEvent) => {
    event.preventDefault()
    if (attachment.progress !== undefined) return attachment.refuse(stillSending)
    if (!form.review(rate)) focusFirstError(element.current)
  }
  const button = <SubmitButton className="flex-1">{t('Review withdrawal')}</SubmitButton>

  return (
    <form ref={element} onSubmit={review} noValidate className="grid gap-5">
      <PageTitle focused={isAnother} lead={lead}>
        {pageTitles['/dashboard/withdraw']}
      </PageTitle>
      <ReadProblem reads={[stats]} />
      <OwnOutgoingNotice />
      <DebtNotice />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-5">
          <SpendableCoins stats={stats.data} hasFailed={stats.isError} verb="withdraw" />
          <Card aria-label={t('Coins to withdraw')}>
            <CoinsField form={form} stats={stats.data} onEnter={hold} onLeave={release} />
          </Card>
          <Destination form={form} />
          <ExtrasCard spending={spending} upload={attachment} />
          {faults.form && (
            <Notice tone="bad" role="alert">
              {faults.form}
            </Notice>
          )}
        </div>
        <div className="min-w-0 lg:sticky lg:top-[108px]">
          <WithdrawSummary coins={coins} shown={shown} packageId={profile.package_id}>
            <div className="flex max-lg:hidden">{button}</div>
          </WithdrawSummary>
        </div>
      </div>
      <ActionBar until="lg">
        <div className="min-w-20 flex-1 text-sm">
          <p className="text-ink-2">{t('Estimated receipt')}</p>
          <p className="font-semibold whitespace-nowrap">{shown ? formatUsd(shown.usd) : t('Enter an amount')}</p>
        </div>
        {button}
      </ActionBar>
      <WithdrawReview
        form={form}
        coins={coins}
        stats={stats.data}
        onClosed={() => spending.afterReview() && focusFirstError(element.current)}
      />
    </form>
  )
}

const stillSending = t('The file is still being uploaded. Please wait a moment.')
