import { t } from '../../../contract/translate.ts'
import { ApiError } from '../../lib/api-error.ts'
import { richText } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'
import type { SignIn } from './use-sign-in.ts'

interface CodeStepProps {
  signIn: SignIn
  submitText: string
  busyText: string
}

/** The second step of an account with two-factor authentication. */
export function CodeStep({ signIn, submitText, busyText }: CodeStepProps) {
  const { portal, credentials, faults, clearFault, isBusy, error, submit, goBack, forget } = signIn
  const isWrong = error instanceof ApiError && error.code === 'code_wrong'
  const change = () => {
    clearFault('code')
    if (isWrong) forget()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
      className="grid gap-4"
    >
      <p className="text-ink-2">
        {richText('Two-factor authentication is on for {email}.', {
          email: <span className="font-semibold break-words">{credentials.email}</span>,
        })}
      </p>
      {!isWrong && <SignInRefusal error={error} portal={portal} credentials={credentials} />}
      <CodeField error={isWrong ? error.message : faults['code']} onChange={change} isFirst />
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? busyText : submitText}
      </Button>
      <Button variant="quiet" className="justify-self-start" onClick={goBack}>
        {t('Back')}
      </Button>
    </form>
  )
}
