import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { adjustBalance } from '../../../../contract/endpoints/adjustments.ts'
import type { Adjustment } from '../../../../contract/adjustments.ts'
import { reasonBody } from '../../../../contract/user-bodies.ts'
import { compare, subtract } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { ChangeNotice, isProposal, useChangeOutlook } from '../../../features/change-notice/change-notice.tsx'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { BalanceAfter, SignedCoins } from './adjustment-review.tsx'
import { adjustmentToasts, isAdjusting, useAdjustment } from './use-adjustment.ts'
import { adjustmentQuery } from './user-details-queries.ts'

type Wallet = NonNullable<UserDetails['wallet']>

interface AdjustmentDialogProps {
  userId: string
  transactionId: string
  wallet: Wallet
  onClosed: () => void
}

/** The facts behind an adjustment, and a form to reverse it. */
export function AdjustmentDialog({ userId, transactionId, wallet, onClosed }: AdjustmentDialogProps) {
  const read = useQuery(adjustmentQuery(userId, transactionId))
  const [isOpen, setIsOpen] = useState(true)
  const outcome = useRef<'none' | 'done' | 'waits'>('none')
  const mayReverse = useMay()(adjustBalance)
  const finish = () => {
    if (outcome.current === 'waits') toast(adjustmentToasts.waits)
    if (outcome.current === 'done') {
      toast({ title: t('Adjustment Reversed'), description: t('An entry that undoes it stands in the books.') })
    }
    onClosed()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !isAdjusting(userId) && setIsOpen(open)}
      onClosed={finish}
      title={t('Adjustment')}
      firstFocus="title"
    >
      <ReadProblem reads={[read]} />
      {!read.data && read.isPending && <Skeleton className="h-40" />}
      {read.data && <AdjustmentFacts adjustment={read.data} />}
      {read.data && read.data.reversed_at === null && mayReverse && (
        <ReversalForm
          key={read.data.movement_id}
          userId={userId}
          adjustment={read.data}
          wallet={wallet}
          onDone={({ waits }) => {
            outcome.current = waits ? 'waits' : 'done'
            setIsOpen(false)
          }}
        />
      )}
    </Dialog>
  )
}

function AdjustmentFacts({ adjustment }: { adjustment: Adjustment }) {
  return (
    <dl className="grid text-sm">
      <FactRow name={t('Coins')}>
        <SignedCoins coins={adjustment.coins} />
      </FactRow>
      <FactRow name={t('Reason')}>
        <span className="wrap-anywhere">
          <bdi>{adjustment.reason}</bdi>
        </span>
      </FactRow>
      {adjustment.made_by_name !== null && <FactRow name={t('Made by')}>{adjustment.made_by_name}</FactRow>}
      <FactRow name={t('Made')}>
        <TimeText value={adjustment.created_at} />
      </FactRow>
      {adjustment.reverses_id !== null && <FactRow name={t('Kind')}>{t('Undoes an earlier entry')}</FactRow>}
      {adjustment.reversed_at !== null && (
        <FactRow name={t('Reversed')}>
          <TimeText value={adjustment.reversed_at} />
        </FactRow>
      )}
    </dl>
  )
}

interface ReversalFormProps {
  userId: string
  adjustment: Adjustment
  wallet: Wallet
  onDone: (outcome: { waits: boolean }) => void
}

function ReversalForm({ userId, adjustment, wallet, onDone }: ReversalFormProps) {
  const { movement_id: movementId } = adjustment
  const coins = Number(subtract('0', adjustment.coins))
  const reversal = useAdjustment({
    userId,
    draftKey: `reversal:${movementId}`,
    toBody: ({ reason }) => ({ coins, reason: reason.trim(), reverses_id: movementId }),
    onDone,
  })
  const outlook = useChangeOutlook({ kind: 'adjustment', user_id: userId, coins: String(coins) })
  const [fault, setFault] = useState<string>()
  const { draft, isPending, mayHaveArrived } = reversal
  // Coins that the member has spent, or that a request has locked, cannot be taken away.
  const isShort = !mayHaveArrived && compare(wallet.available_coins, adjustment.coins) < 0

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || isShort) return
    const reason = reasonBody.shape.reason.safeParse(draft.reason)
    setFault(reason.error?.issues[0]?.message)
    if (reason.success) reversal.send()
    else event.currentTarget.querySelector('textarea')?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ReversalNotices failure={reversal.failure} isShort={isShort} isLost={mayHaveArrived && !isPending} />
      <Field label={t('Reason for reversing it')} hint={<BalanceAfter wallet={wallet} coins={coins} />} error={fault}>
        <Textarea
          name="reason"
          required
          maxLength={500}
          value={draft.reason}
          readOnly={isPending}
          onChange={(event) => {
            reversal.change({ reason: event.target.value })
            setFault(undefined)
          }}
        />
      </Field>
      <ChangeNotice kind="adjustment" outlook={outlook} />
      <Button
        type="submit"
        variant="bad-solid"
        busy={isPending}
        aria-disabled={isShort || undefined}
        className="justify-self-start max-sm:w-full"
      >
        {isProposal(outlook) ? t('Propose the adjustment') : t('Reverse it')}
      </Button>
    </form>
  )
}

interface ReversalNoticesProps {
  failure: string | undefined
  isShort: boolean
  /** True if the last attempt has no answer. */
  isLost: boolean
}

function ReversalNotices({ failure, isShort, isLost }: ReversalNoticesProps) {
  return (
    <>
      {failure && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
      {isShort && (
        <Notice tone="warn">{t('It cannot be reversed now: the member has less than that available.')}</Notice>
      )}
      {isLost && (
        <Notice tone="warn">
          {t(
            'The answer to your last attempt did not arrive. Sending it again repeats the same entry; it is never counted twice.',
          )}
        </Notice>
      )}
    </>
  )
}
