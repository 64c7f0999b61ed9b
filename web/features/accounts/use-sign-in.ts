import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor } from '../../../contract/second-factors.ts'
import { failureTitles, fallbackTexts } from '../../../contract/texts.ts'
import { ApiError, isNotConfirmed } from '../../lib/api-error.ts'
import type { SessionAnswer } from '../../lib/session-state.ts'
import { signIn, signInWithBoth, signInWithPasskey } from '../../lib/sign-in.ts'
import { toast } from '../../ui/toast.ts'

export interface SignInOptions {
  portal: 'member' | 'admin'
  /** The email address to begin with, if it is known. */
  email?: string | undefined
  onSignedIn: (isAdmin: boolean) => void
  /** Handles a refusal for another reason than a wrong password; returns true if it did. */
  onRefused?: (error: ApiError, email: string) => boolean
}

interface Attempt {
  email: string
  send: () => Promise<SessionAnswer>
}

export type SignIn = ReturnType<typeof useSignIn>

/** Handles one sign-in over both of its steps. The password stays in memory until the second factor was shown. */
export function useSignIn({ portal, email = '', onSignedIn, onRefused }: SignInOptions) {
  const [credentials, setCredentials] = useState({ email, password: '' })
  /** The second factors of the account, once its password was right. */
  const [factors, setFactors] = useState<readonly SecondFactor[]>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: async ({ send }: Attempt) => send(),
    onSuccess: (answer) => onSignedIn(answer.isAdmin),
    onError: (failure, attempt) => {
      const code = failure instanceof ApiError ? failure.code : undefined
      if (failure instanceof ApiError && code === 'code_required') return setFactors(failure.factors)
      if (code === 'sign_in_failed') setFactors(undefined)
      if (isNotConfirmed(failure)) return
      if (failure instanceof ApiError && onRefused?.(failure, attempt.email)) return
      toast({ title: failureTitles.login, description: signInRefusalText(failure), variant: 'destructive' })
    },
  })
  const [isChecking, setIsChecking] = useState(false)
  // After a success, the next page is on its way.
  const isBusy = isChecking || isPending || isSuccess

  /** Reads the form itself when it is sent, as browsers fill in fields without an event. */
  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return
    const typed = { ...credentials, ...Object.fromEntries(new FormData(form)), portal }
    setIsChecking(true)
    const check = await loadSignInCheck().catch(() => undefined)
    setIsChecking(false)
    if (!check) return toast({ title: failureTitles.login, description: fallbackTexts.network, variant: 'destructive' })
    const { body, faults: found } = check(typed)
    setFaults(found)
    reset()
    if (!body) return form.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
    setCredentials({ email: body.email, password: body.password })
    mutate({ email: body.email, send: async () => signIn(body) })
  }
  /** Signs in with a passkey: as second factor, once the password was right, and alone before. */
  const signInByPasskey = () => {
    if (isBusy) return
    reset()
    const send = async () => (factors ? signInWithBoth({ ...credentials, portal }) : signInWithPasskey(portal))
    mutate({ email: credentials.email, send })
  }
  const goBack = () => {
    reset()
    setFaults({})
    setFactors(undefined)
  }
  const clearFault = (name: string) => setFaults(({ [name]: _, ...others }) => others)

  return {
    portal,
    credentials,
    factors,
    faults,
    clearFault,
    error: isNotConfirmed(error) ? null : error,
    isBusy,
    submit,
    signInByPasskey,
    goBack,
    forget: reset,
  }
}

/** Loads the check when the person turns to the form: its schema library would be half the size of the page. */
export async function loadSignInCheck() {
  return (await import('./check-sign-in.ts')).checkSignIn
}

/** Returns the server's sentence, or the page's own one if the server sent none. */
export function signInRefusalText(error: unknown): string {
  return error instanceof ApiError && !error.isWithoutMessage ? error.message : fallbackTexts.login
}
