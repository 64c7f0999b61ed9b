import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../../contract/typed-endpoints.ts'
import type { StepUpAction } from '../../../contract/step-up.ts'
import { stepUp } from '../../../contract/endpoints/two-factor.ts'
import { stepUpBody } from '../../../contract/two-factor.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'

/** Requests one proof for one action, by the password or, if the second factor is on, by a code. */
export function useProof(action: StepUpAction, startsWithCode: boolean, onProof: (proof: string) => void) {
  const [needsCode, setNeedsCode] = useState(startsWithCode)
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: CallInput<typeof stepUp>['body']) => call(stepUp, { body }),
    onSuccess: ({ proof }) => onProof(proof),
    onError: (failure) => {
      // The second factor was turned on in another tab.
      if (codeOf(failure) === 'code_required') setNeedsCode(true)
      if (isFieldFault(failure)) setFault(messageOf(failure))
    },
  })

  /** Reads the form itself when it is sent, as browsers fill in fields without an event. */
  const submit = (form: HTMLFormElement) => {
    if (isPending) return
    const name = needsCode ? 'code' : 'password'
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const parsed = stepUpBody.safeParse({ action, [name]: new FormData(form).get(name) })
    reset()
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)[name])
    if (!parsed.success) return field?.focus()
    // The focus returns to the wrong text and selects it, so that the next one replaces it.
    mutate(parsed.data, { onError: (failure) => isFieldFault(failure) && selectAll(field) })
  }

  return {
    needsCode,
    fault,
    /** The failure, unless it is about the typed text. */
    error: error && !isFieldFault(error) && codeOf(error) !== 'code_required' ? messageOf(error) : undefined,
    clearFault: () => setFault(undefined),
    isPending,
    submit,
  }
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined
}

function isFieldFault(error: unknown): boolean {
  return ['password_wrong', 'code_wrong'].includes(codeOf(error) ?? '')
}
