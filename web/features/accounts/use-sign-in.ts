import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureTitles, fallbackTexts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { signIn } from '../../lib/sign-in.ts'
import { toast } from '../../ui/toast.ts'

export interface SignInOptions {
  portal: 'member' | 'admin'
  /** The address to begin with, where it is known. */
  email?: string | undefined
  onSignedIn: (isAdmin: boolean) => void
  /** Handles a refusal that is more than a wrong password; true when it did. */
  onRefused?: (error: ApiError, email: string) => boolean
}

export type SignIn = ReturnType<typeof useSignIn>

/** One attempt to sign in, over both of its steps. The password is kept in memory until the code has been given. */
export function useSignIn({ portal, email = '', onSignedIn, onRefused }: SignInOptions) {
  const [credentials, setCredentials] = useState({ email, password: '' })
  const [needsCode, setNeedsCode] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: signIn,
    onSuccess: (answer) => onSignedIn(answer.isAdmin),
    onError: (failure, attempt) => {
      const code = failure instanceof ApiError ? failure.code : undefined
      if (code === 'code_required') return setNeedsCode(true)
      if (code === 'sign_in_failed') setNeedsCode(false)
      if (failure instanceof ApiError && onRefused?.(failure, attempt.email)) return
      toast({ title: failureTitles.login, description: refusalText(failure), variant: 'destructive' })
    },
  })
  const [isChecking, setIsChecking] = useState(false)
  // After a success the next page is on its way.
  const isBusy = isChecking || isPending || isSuccess

  /** What browsers fill in without telling counts too, so the form is read when it is sent. */
  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return
    const typed = { ...credentials, ...Object.fromEntries(new FormData(form)), portal }
    setIsChecking(true)
    const check = await loadCheck().catch(() => undefined)
    setIsChecking(false)
    if (!check) return toast({ title: failureTitles.login, description: fallbackTexts.network, variant: 'destructive' })
    const { body, faults: found } = check(typed)
    setFaults(found)
    reset()
    if (!body) return form.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
    setCredentials({ email: body.email, password: body.password })
    mutate(body)
  }
  const goBack = () => {
    reset()
    setFaults({})
    setNeedsCode(false)
  }
  const forgive = (name: string) => setFaults(({ [name]: _, ...others }) => others)

  return { portal, credentials, needsCode, faults, forgive, error, isBusy, submit, goBack, forget: reset }
}

/** Its schema library would be half of what the page is made of, so it comes when somebody turns to the form. */
export async function loadCheck() {
  return (await import('./check-sign-in.ts')).checkSignIn
}

/** The server's sentence, or where it has none the page's own. */
export function refusalText(error: unknown): string {
  return error instanceof ApiError && !error.isWordless ? error.message : fallbackTexts.login
}
