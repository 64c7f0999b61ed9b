import { Link } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Says that a confirmation link does not work, and where to get another one. */
export function ConfirmationFailure({ title }: { title: string }) {
  return (
    <Notice
      tone="bad"
      role="alert"
      title={title}
      action={
        <Link to="/forgot-password" className="link">
          {t('Send me such a link')}
        </Link>
      }
    >
      {t(
        'If you have confirmed your email before, you can log in. Otherwise a mail to reset your password has a link that confirms it, too.',
      )}
    </Notice>
  )
}
