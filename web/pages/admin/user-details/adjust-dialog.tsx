import { useRef, useState, type FormEvent } from 'react'
import { t } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { isProposal, useChangeOutlook } from '../../../features/change-notice/change-notice.tsx'
import { AmountStepper } from '../../../ui/amount-stepper.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import {
  adjustmentFaults,
  directions,
  draftCoins,
  type AdjustmentBody,
  type AdjustmentDraft,
  type AdjustmentFaults,
} from './adjustment-draft.ts'
import { AdjustmentReview, BalanceAfter } from './adjustment-review.tsx'
import { adjustmentToasts, useAdjustment } from './use-adjustment.ts'

type Wallet = NonNullable<UserDetails['wallet']>

interface AdjustDialogProps {
  user: UserDetails
  wallet: Wallet
  onClosed: () => void
}

/** Corrects a balance. After the form, a review shows everything once more; only then is the correction booked. */
export function AdjustDialog({ user: { profile }, wallet, onClosed }: AdjustDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isReviewing, setIsReviewing] = useState(false)
  const outcome = useRef<'none' | 'done' | 'waits'>('none')
  const adjustment = useAdjustment({
    userId: profile.id,
    draftKey: `adjustment:${profile.id}`,
    toBody,
    onDone: ({ waits }) => {
      outcome.current = waits ? 'waits' : 'done'
      setIsOpen(false)
    },
  })
  // A repeated call gets its first answer, so the present balance does not limit it.
  const { draft, body, isPending, mayHaveArrived } = adjustment
  const faults = adjustmentFaults(draft, mayHaveArrived ? null : wallet.available_coins)
  const isReviewed = isReviewing && body !== null
  const asked = isReviewed && !mayHaveArrived ? String(body.coins) : null
  const outlook = useChangeOutlook(asked ? { kind: 'adjustment', user_id: profile.id, coins: asked } : null)

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={() => {
        if (outcome.current !== 'none') toast(adjustmentToasts[outcome.current])
        onClosed()
      }}
      title={isReviewed ? t('Check the adjustment') : t('Adjust balance')}
      description={
        isReviewed ? undefined : t('Of {name}, by an entry that stays in the books.', { name: profile.full_name })
      }
      footer={
        isReviewed && (
          <ReviewButtons
            adjustment={adjustment}
            body={body}
            isProposal={isProposal(outlook)}
            onBack={() => setIsReviewing(false)}
          />
        )
      }
    >
      {adjustment.failure && (
        <Notice tone="bad" role="alert">
          {adjustment.failure}
        </Notice>
      )}
      {isReviewed ? (
        <AdjustmentReview
          name={profile.full_name}
          wallet={wallet}
          {...body}
          mayHaveArrived={mayHaveArrived && !isPending}
          outlook={outlook}
        />
      ) : (
        <AdjustmentForm adjustment={adjustment} faults={faults} wallet={wallet} onReview={() => setIsReviewing(true)} />
      )}
    </Dialog>
  )
}

function toBody(draft: AdjustmentDraft): AdjustmentBody | null {
  const coins = draftCoins(draft)
  return coins === null ? null : { coins, reason: draft.reason.trim() }
}

interface ReviewButtonsProps {
  adjustment: ReturnType<typeof useAdjustment>
  body: AdjustmentBody
  /** True if the correction waits for another owner. */
  isProposal: boolean
  onBack: () => void
}

function ReviewButtons({ adjustment: { isPending, send }, body, isProposal: isProposed, onBack }: ReviewButtonsProps) {
  const isTaken = body.coins < 0
  return (
    <>
      <Button variant={isTaken ? 'bad-solid' : 'primary'} busy={isPending} onClick={send}>
        {isProposed ? t('Propose the adjustment') : isTaken ? directionTexts.take : directionTexts.add}
      </Button>
      <Button variant="ghost" aria-disabled={isPending || undefined} onClick={onBack}>
        {t('Back')}
      </Button>
    </>
  )
}

interface AdjustmentFormProps {
  adjustment: ReturnType<typeof useAdjustment>
  faults: AdjustmentFaults
  wallet: Wallet
  onReview: () => void
}

const directionTexts = { add: t('Add coins'), take: t('Take coins away') }

function AdjustmentForm({ adjustment: { draft, change }, faults, wallet, onReview }: AdjustmentFormProps) {
  const [isJudged, setIsJudged] = useState(false)
  const shown = isJudged ? faults : {}
  const coins = draftCoins(draft)
  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsJudged(true)
    if (!Object.values(faults).some(Boolean)) return onReview()
    const form = event.currentTarget
    requestAnimationFrame(() =>
      form.querySelector<HTMLElement>(faults.direction ? 'input' : '[aria-invalid=true]')?.focus(),
    )
  }
  return (
    <form noValidate onSubmit={review} className="grid gap-4">
      <RadioCards
        legend={t('What happens')}
        name="direction"
        cards={directions.map((value) => ({ value, label: directionTexts[value] }))}
        value={draft.direction}
        onChange={(value) => change({ direction: directions.find((one) => one === value) ?? null })}
        error={shown.direction}
      />
      <Field label={t('Amount')} error={shown.amount} hint={<BalanceAfter wallet={wallet} coins={coins} />}>
        <AmountStepper
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          step={1000}
          min={1000}
          unit="ET"
          decreaseLabel={t('1,000 ET less')}
          increaseLabel={t('1,000 ET more')}
        />
      </Field>
      <Field label={t('Reason')} hint={t('It is kept on record with your name.')} error={shown.reason}>
        <Textarea
          name="reason"
          required
          maxLength={500}
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      <Button type="submit" className="justify-self-start max-sm:w-full">
        {t('Review')}
      </Button>
    </form>
  )
}
