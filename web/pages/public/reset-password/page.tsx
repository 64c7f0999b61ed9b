import { useLocation } from '@tanstack/react-router'
import { checkResetLink } from '../../../../contract/endpoints/recovery.ts'
import { resetLinkTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { CheckedLink } from '../../../features/accounts/checked-link.tsx'
import { call } from '../../../lib/api.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ResetPasswordForm } from './form.tsx'
import { NewLink } from './new-link.tsx'

export function ResetPasswordPage() {
  const { resetToken } = useLocation({ select: (location) => location.state })
  return (
    <AuthFrame title={t('Set a new password')} seed="et-reset">
      {resetToken === undefined ? <MissingToken /> : <CheckedToken token={resetToken} />}
    </AuthFrame>
  )
}

function MissingToken() {
  return (
    <Notice tone="bad" role="alert" title={resetLinkTexts.missing} action={<NewLink />}>
      {t('Open the link of the mail once more, or ask for a new one.')}
    </Notice>
  )
}

function CheckedToken({ token }: { token: string }) {
  return (
    <CheckedLink
      token={token}
      operation={checkResetLink}
      check={(signal) => call(checkResetLink, { body: { token } }, { signal })}
      invalidCode="reset_link_invalid"
      invalid={() => (
        <Notice tone="bad" role="alert" title={resetLinkTexts.invalid} action={<NewLink />}>
          {resetLinkTexts.invalidDescription}
        </Notice>
      )}
    >
      {({ sign_up }) => <ResetPasswordForm token={token} signUp={sign_up} />}
    </CheckedLink>
  )
}
