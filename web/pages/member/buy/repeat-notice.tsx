import { t } from '../../../../contract/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { BuyDraft } from '../../../features/requests/buy-draft.ts'

interface RepeatNoticeProps {
  repeats: BuyDraft['repeats']
  /** True once a slip is uploaded. */
  hasSlip: boolean
  className?: string | undefined
}

/** Warns a member who sends a rejected or expired request again: most have paid already, and must not pay twice. */
export function RepeatNotice({ repeats, hasSlip, className }: RepeatNoticeProps) {
  if (repeats === null) return null
  return (
    <Notice title={titleOf(repeats)} className={className}>
      {repeats.reason && (
        <blockquote className="my-2 border-s-3 border-brass ps-3 break-words whitespace-pre-line">
          <bdi>{repeats.reason}</bdi>
        </blockquote>
      )}
      {t('If you have sent the USDT already, do not send it a second time.')} {!hasSlip && slipText(repeats)}
    </Notice>
  )
}

type Repeated = NonNullable<BuyDraft['repeats']>

function titleOf({ reason }: Repeated): string {
  return reason === null
    ? t('You are sending an expired request again.')
    : t('You are sending a rejected request again.')
}

function slipText({ reason }: Repeated): string {
  return reason === null
    ? t('The slip stays with the expired request. Please upload it here once more.')
    : t('The slip stays with the rejected request. Please upload it here once more, or a better one.')
}
