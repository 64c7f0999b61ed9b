import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { renamePasskeyBody } from '../../../contract/passkeys.ts'
import { isNotConfirmed } from '../../lib/api-error.ts'
import { fieldErrors } from '../../lib/field-errors.ts'

/** Handles a form with the name of a passkey as its only field. `send` uses the name, and `onDone` takes the answer. */
export function useNameForm<Answer>(send: (name: string) => Promise<Answer>, onDone: (answer: Answer) => void) {
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: send, onSuccess: onDone })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const parsed = renamePasskeyBody.safeParse({ name: new FormData(form).get('name') })
    reset()
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)['name'])
    if (parsed.success) mutate(parsed.data.name)
    else form.querySelector<HTMLElement>('[name="name"]')?.focus()
  }
  return {
    fault,
    /** The failure, unless the person closed the browser's question. */
    error: isNotConfirmed(error) ? null : error,
    clearFault: () => setFault(undefined),
    isPending,
    submit,
  }
}
