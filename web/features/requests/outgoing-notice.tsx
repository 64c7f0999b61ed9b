import { errors } from '../../../contract/errors.ts'
import type { OutgoingState } from '../../../contract/holds.ts'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { holdCauseTexts } from './hold-texts.ts'

/** Says why withdrawals and transfers cannot be approved now, and until when. Shows nothing without a hold or stop. */
export function OutgoingNotice({ state: { hold, is_stopped: isStopped } }: { state: OutgoingState }) {
  if (isStopped) return <Notice tone="bad">{errors.outgoing_stopped.message}</Notice>
  if (!hold) return null
  return (
    <Notice tone="warn" title={t('Withdrawals and transfers are held.')}>
      {holdCauseTexts[hold.cause]}{' '}
      {richText('They can be asked for and cancelled, and be approved from {time} on.', {
        time: <TimeText value={hold.until} />,
      })}
    </Notice>
  )
}
