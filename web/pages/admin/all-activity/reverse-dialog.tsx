import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { reverseRequest } from '../../../../contract/endpoints/reversals.ts'
import { errors } from '../../../../contract/errors.ts'
import { reversalReasonBody } from '../../../../contract/reversal-reason.ts'
import { t } from '../../../../contract/translate.ts'
import type { ReversalPreview } from '../../../../contract/reversals.ts'
import { ChangeNotice } from '../../../features/change-notice/change-notice.tsx'
import { ReversalFigures } from '../../../features/requests/reversals/reversal-figures.tsx'
import { reversalQuery } from '../../../features/requests/reversals/reversal-query.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface ReverseDialogProps {
  userId: string
  requestId: string
  number: string
  /** Told before the dialog closes. */
  onDone: (outcome: 'reversed' | 'waits') => void
  onClosed: () => void
}

/** Reverses an approved request, after a look at everything that it would move. */
export function ReverseDialog({ userId, requestId, number, onDone, onClosed }: ReverseDialogProps) {
  const read = useQuery(reversalQuery(userId, requestId))
  const preview = read.data
  const keyOf = useKeyOfReason()
  const act = async (reason: string) => {
    const body = { reason, ...(preview && { debt_coins: preview.debt_coins }) }
    try {
      const { is_reversed: isReversed } = await call(
        reverseRequest,
        { params: { userId, requestId }, body },
        { key: keyOf(reason) },
      )
      onDone(isReversed ? 'reversed' : 'waits')
    } finally {
      // After a refusal the figures are those of this moment, too.
      refetchTopics(['requests', 'wallet', 'changes'])
    }
  }
  return (
    <ReasonDialog
      title={t('Reverse the request {number}?', { number })}
      description={t('Everything that it moved goes back at once. It can be reversed once, and not approved again.')}
      actionLabel={preview && preview.need !== 'nothing' ? t('Propose the reversal') : t('Reverse the request')}
      tone="bad-solid"
      hint={t('All people whose coins move read it. It is kept on record with your name.')}
      schema={reversalReasonBody}
      draftKey={`reverse:${requestId}`}
      canAct={preview?.obstacle === null}
      act={act}
      onClosed={onClosed}
    >
      <ReadProblem reads={[read]} />
      {!preview && !read.isError && <Skeleton className="h-32" />}
      {preview && <Preview preview={preview} />}
    </ReasonDialog>
  )
}

function Preview({ preview }: { preview: ReversalPreview }) {
  const { obstacle, need, worth_usd: worth, rule } = preview
  if (obstacle !== null)
    return (
      <Notice tone="bad" role="alert">
        {errors[obstacle].message}
      </Notice>
    )
  return (
    <>
      <ReversalFigures preview={preview} />
      <ChangeNotice kind="reversal" outlook={{ need, worth_usd: worth, rule, package_gain_max: null }} />
    </>
  )
}

/** The same reason has the same key, so a call that may have arrived is repeated and not made again. */
function useKeyOfReason() {
  const last = useRef({ reason: '', key: '' })
  return (reason: string) => {
    if (last.current.reason !== reason) last.current = { reason, key: crypto.randomUUID() }
    return last.current.key
  }
}
