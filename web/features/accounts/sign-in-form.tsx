import { CodeStep } from './code-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { useSignIn, type SignInOptions } from './use-sign-in.ts'

interface SignInFormProps extends SignInOptions {
  submitText: string
  busyText: string
}

/** Asks for email and password. If the account has a second factor, then asks for its code in the same place. */
export function SignInForm({ submitText, busyText, ...options }: SignInFormProps) {
  const signIn = useSignIn(options)
  const texts = { submitText, busyText }
  return signIn.needsCode ? <CodeStep signIn={signIn} {...texts} /> : <CredentialsStep signIn={signIn} {...texts} />
}
