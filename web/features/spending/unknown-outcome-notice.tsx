import { t } from '../../../contract/translate.ts'
import { Notice } from '../../ui/notice.tsx'

/** Tells that the request may already exist. Sending it again does no harm, and shows the result. */
export function UnknownOutcomeNotice() {
  return (
    <Notice tone="warn">
      {t(
        'The answer to your last attempt did not arrive. Submitting again repeats the same request; it is never counted twice.',
      )}
    </Notice>
  )
}
