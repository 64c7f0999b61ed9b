import { t } from '../../../contract/translate.ts'
import { Notice } from '../../ui/notice.tsx'

/** Whether the request is there already is not known; sending it again finds out, and does no harm. */
export function LostAnswer() {
  return (
    <Notice tone="warn">
      {t(
        'The answer to your last attempt did not arrive. Submitting again repeats the same request; it is never counted twice.',
      )}
    </Notice>
  )
}
