import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageTitles } from '../../../contract/pages.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'

interface MailedActProps<Answer> {
  page: '/not-me' | '/unsubscribe' | '/confirm-email'
  /** The token of the mailed link. Undefined if the address had none. */
  token: string | undefined
  /** Says what to do with an incomplete link. */
  missingHint: string
  /** Says what the button does. */
  children: ReactNode
  label: string
  tone?: ButtonProps['variant']
  act: (token: string) => Promise<Answer>
  onSuccess?: () => unknown
  done: (answer: Answer) => ReactNode
}

/** A page behind a mailed link. Its button alone has an effect, because programs also open links of mails. */
export function MailedAct<Answer>({ page, token, missingHint, ...acting }: MailedActProps<Answer>) {
  return (
    <AuthFrame title={pageTitles[page]} seed={`et-${page.slice(1)}`}>
      {token === undefined ? (
        <Notice tone="bad" role="alert" title={t('This link is incomplete.')}>
          {missingHint}
        </Notice>
      ) : (
        <Act token={token} {...acting} />
      )}
    </AuthFrame>
  )
}

type ActProps<Answer> = Omit<MailedActProps<Answer>, 'page' | 'token' | 'missingHint'> & { token: string }

function Act<Answer>({ token, children, label, tone = 'primary', act, onSuccess, done }: ActProps<Answer>) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => act(token),
    onSuccess: () => onSuccess?.(),
  })
  if (data !== undefined) return done(data)
  return (
    <>
      {error && (
        <Notice tone="bad" role="alert" title={t('Nothing was changed.')}>
          {messageOf(error)}
        </Notice>
      )}
      <p>{children}</p>
      <Button variant={tone} size="lg" busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    </>
  )
}
