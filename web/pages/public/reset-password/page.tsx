import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { checkResetLink } from '../../../../contract/endpoints/recovery.ts'
import { resetLinkTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
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

/** Checks the link before it shows the form, so that no new password is typed for a link that does not work. */
function CheckedToken({ token }: { token: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [checkResetLink.id, token],
    queryFn: ({ signal }) => call(checkResetLink, { body: { token } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    // The link does not depend on the session, so signing in or out leaves the form in place.
    meta: { topics: [], isPublic: true },
  })
  if (isPending) {
    return (
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner />
        {t('Checking the link...')}
      </p>
    )
  }
  if (data) return <ResetPasswordForm token={token} signUp={data.sign_up} />
  if (error instanceof ApiError && error.code === 'reset_link_invalid') {
    return (
      <Notice tone="bad" role="alert" title={resetLinkTexts.invalid} action={<NewLink />}>
        {resetLinkTexts.invalidDescription}
      </Notice>
    )
  }
  return (
    <Notice
      tone="bad"
      role="alert"
      action={
        <Button variant="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      }
    >
      {messageOf(error)}
    </Notice>
  )
}
