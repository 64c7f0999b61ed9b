import { CredentialsStep } from './credentials-step.tsx'
import { FactorStep } from './factor-step.tsx'
import { useSignIn, type SignInOptions } from './use-sign-in.ts'

interface SignInFormProps extends SignInOptions {
  submitText: string
  busyText: string
}

/** Asks for email and password. If the account has a second factor, then asks for it in the same place. */
export function SignInForm({ submitText, busyText, ...options }: SignInFormProps) {
  const signIn = useSignIn(options)
  const texts = { submitText, busyText }
  if (signIn.factors) return <FactorStep signIn={signIn} factors={signIn.factors} {...texts} />
  return <CredentialsStep signIn={signIn} {...texts} />
}
