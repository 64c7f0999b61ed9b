import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { t } from '../../../../contract/translate.ts'
import { BuyChanges } from './buy-changes.tsx'
import { buySteps } from './search.ts'
import { BuySuccess } from './buy-success.tsx'
import type { OpenDeposit } from '../../../features/requests/deposit-address.tsx'
import { DebtNotice } from '../../../features/spending/debt-notice.tsx'
import { DepositChange } from './deposit-change.tsx'
import { RepeatNotice } from './repeat-notice.tsx'
import { useBuyForm, type BuyForm as BuyFormState } from './use-buy-form.ts'
import { useBuyStep, type BuySteps } from './use-buy-step.ts'
import { useSlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { packagesQuery } from '../../../features/packages/packages-query.ts'
import { depositInstructionsQuery } from '../../../features/requests/deposit-query.ts'
import { useSession } from '../../../lib/session.ts'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { BuyForm } from './form.tsx'

/** It is loaded once the page has time, long before a slip is uploaded. */
const LateReview = loadWhenNeeded(async () => (await import('./review.tsx')).BuyReviewStep, { always: 'soon' })

export const lead = t('Choose an amount, send USDT to our address and upload the slip of your payment.')

export function BuyPage() {
  const { profile } = useSession()
  const packages = useQuery(packagesQuery)
  const deposit = useQuery(depositInstructionsQuery)
  // Deferred rendering works in pieces, between which the browser reacts to input.
  const offer = useDeferredValue(packages.data)
  const instructions = useDeferredValue(deposit.data)
  const isReady = profile && offer && instructions
  // Each purchase starts with an empty form at its first step.
  const [round, setRound] = useState(1)
  const navigate = useNavigate()
  const buyMore = async () => {
    await navigate({ to: '/dashboard/buy', search: {}, replace: true })
    setRound(round + 1)
  }

  if (isReady && instructions.address !== null) {
    const open = { ...instructions, address: instructions.address }
    const again = { isAnother: round > 1, onBuyMore: () => void buyMore() }
    return <BuyScreen key={round} profile={profile} packages={offer.items} deposit={open} {...again} />
  }
  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/dashboard/buy']}</PageTitle>
      <ReadProblem reads={[packages, deposit]} />
      {isReady && <Notice tone="warn">{errors.buying_closed.message}</Notice>}
      {!isReady && !packages.isError && !deposit.isError && <BuySkeleton />}
    </div>
  )
}

interface BuyScreenProps {
  profile: Profile
  packages: readonly MembershipPackage[]
  deposit: OpenDeposit
  isAnother: boolean
  onBuyMore: () => void
}

function BuyScreen({ profile, packages, deposit, isAnother, onBuyMore }: BuyScreenProps) {
  const form = useBuyForm(profile, packages, deposit.address)
  const slip = useSlipUpload(form.draft.slip, form.keepSlip)
  const steps = useBuyStep(form, slip.progress !== undefined)
  if (form.submitted) return <BuySuccess request={form.submitted} onBuyMore={onBuyMore} />

  const width = steps.step === 'review' ? 'max-w-form' : undefined
  // On a phone the later steps need the room of the lead.
  const isBegun = steps.step === 'review' || (steps.isPhone && steps.step !== 'amount')
  return (
    <div className="flex flex-col gap-5 max-sm:min-h-[calc(100dvh-var(--topbar)-var(--ticker)-1.25rem)]">
      <PageTitle focused={isAnother} lead={isBegun ? undefined : lead}>
        {pageTitles['/dashboard/buy']}
      </PageTitle>
      <Steps
        label={t('Steps of a purchase')}
        labels={[t('Amount'), t('Send'), t('Slip'), t('Review')]}
        current={stepReached(form, steps)}
        className="w-full max-w-form"
      />
      {!form.quote.refusal && <ReadProblem reads={[form.quote.read]} />}
      <DebtNotice />
      <RepeatNotice repeats={form.draft.repeats} hasSlip={form.draft.slip !== null} className={width} />
      <DepositChange earlier={form.addressChange.earlier} onAccept={form.addressChange.accept} className={width} />
      <BuyChanges quote={form.quote} className={width} />
      {steps.step !== 'review' && (
        <BuyForm form={form} slip={slip} steps={steps} packages={packages} deposit={deposit} />
      )}
      <LateReview
        isNeeded={steps.step === 'review'}
        props={{ isShown: steps.step === 'review', form, slip, steps, deposit, userId: profile.id }}
      />
    </div>
  )
}

/**
 * Returns the index of the step that the member has reached. With all steps on the screen, the filled-in fields tell
 * it.
 */
function stepReached({ draft, quote }: BuyFormState, { step, isPhone }: BuySteps): number {
  if (isPhone || step === 'review') return buySteps.indexOf(step)
  if (draft.slip) return buySteps.indexOf('slip')
  return buySteps.indexOf(quote.quote ? 'send' : 'amount')
}

function BuySkeleton() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-64 w-full rounded-3" />
      <Skeleton className="h-64 w-full rounded-3" />
    </div>
  )
}
