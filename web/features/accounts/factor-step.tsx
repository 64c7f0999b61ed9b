import type { SecondFactor } from '../../../contract/second-factors.ts'
import { t } from '../../../contract/translate.ts'
import { ApiError } from '../../lib/api-error.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { richText } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { PasskeyButton } from '../../ui/passkey-button.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'
import type { SignIn } from './use-sign-in.ts'

interface FactorStepProps {
  signIn: SignIn
  factors: readonly SecondFactor[]
  submitText: string
  busyText: string
}

/** The second step of an account with two-factor authentication: a passkey or a code. */
export function FactorStep({ signIn, factors, submitText, busyText }: FactorStepProps) {
  const { portal, credentials, faults, clearFault, isBusy, error, submit, signInByPasskey, goBack, forget } = signIn
  const isWrong = error instanceof ApiError && error.code === 'code_wrong'
  const hasPasskey = factors.includes('passkey') && canUsePasskeys()
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
      {hasPasskey && <PasskeyButton isFirst onClick={signInByPasskey} busy={isBusy} />}
      <CodeField
        error={isWrong ? error.message : faults['code']}
        onChange={change}
        hasApp={factors.includes('app')}
        isFirst={!hasPasskey}
      />
      <Button type="submit" size="lg" variant={hasPasskey ? 'ghost' : 'primary'} busy={isBusy} className="mt-2">
        {isBusy ? busyText : submitText}
      </Button>
      <Button variant="quiet" className="justify-self-start" onClick={goBack}>
        {t('Back')}
      </Button>
    </form>
  )
}
