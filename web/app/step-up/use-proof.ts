import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../../contract/typed-endpoints.ts'
import { stepUp } from '../../../contract/endpoints/two-factor.ts'
import { stepUpBody } from '../../../contract/two-factor.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import type { StepUpQuestion } from '../../lib/step-up.ts'

/** Requests one proof for one call, by the password or, if the second factor is on, by a code. */
export function useProof(
  { action, call: name }: Pick<StepUpQuestion, 'action' | 'call'>,
  startsWithCode: boolean,
  onProof: (proof: string) => void,
) {
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
    const fieldName = needsCode ? 'code' : 'password'
    const field = form.querySelector<HTMLInputElement>(`[name="${fieldName}"]`)
    const parsed = stepUpBody.safeParse({ action, call: name, [fieldName]: new FormData(form).get(fieldName) })
    reset()
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)[fieldName])
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
