import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { codeField } from '../../../contract/account-fields.ts'
import { ApiError, isNotConfirmed } from '../../lib/api-error.ts'
import { fieldErrors } from '../../lib/field-errors.ts'

const codeBody = z.object({ code: codeField })

/** Handles a form with a code as its only field. `send` tries the code, and `onDone` takes the answer. */
export function useCodeForm<Answer>(send: (code: string) => Promise<Answer>, onDone: (answer: Answer) => void) {
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (failure) => {
      if (isCodeWrong(failure)) setFault(failure.message)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const parsed = codeBody.safeParse({ code: new FormData(form).get('code') })
    reset()
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)['code'])
    if (parsed.success) mutate(parsed.data.code)
    else form.querySelector<HTMLElement>('[name="code"]')?.focus()
  }
  const isShown = error !== null && !isCodeWrong(error) && !isNotConfirmed(error)
  return {
    fault,
    /** The failure, unless it is about the code. */
    error: isShown ? error : null,
    clearFault: () => setFault(undefined),
    isPending,
    submit,
  }
}

function isCodeWrong(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'code_wrong'
}
