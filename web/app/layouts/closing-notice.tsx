import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { richText } from '../../lib/rich-text.ts'
import { useSession } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { TimeText } from '../../ui/time-text.tsx'

/** Says on every page of a member that the account waits to be closed, with the way to keep it. */
export function ClosingNotice() {
  const { closesAt } = useSession()
  if (closesAt === null) return null
  return (
    <Notice
      tone="warn"
      className="mb-5"
      title={richText('Your account closes on {time}.', { time: <TimeText value={closesAt} /> })}
    >
      <AppLink href="/dashboard/profile#closure" className="link">
        {t('Keep my account')}
      </AppLink>
    </Notice>
  )
}
