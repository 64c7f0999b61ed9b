import { Link } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { KeptMailsLink } from '../../../features/users/kept-mails-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AddedUser } from './add-member.tsx'

/** A notice that stays on the page when the toast is gone. */
export function AddedNotice({ added: { id, name, email } }: { added: AddedUser }) {
  return (
    <Notice tone="ok" role="status" title={t('{name} is added.', { name })}>
      {t(
        'A link to set a password was mailed to {email}. It can be used for 24 hours, and following it confirms the address.',
        { email },
      )}{' '}
      <span className="flex flex-wrap gap-x-4">
        <Link to="/admin/users/$userId" params={{ userId: id }} className="link">
          {t('View Details')}
        </Link>
        <KeptMailsLink />
      </span>
    </Notice>
  )
}
