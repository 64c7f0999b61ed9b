import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../../contract/operation.ts'
import type { StepUpAction } from '../../../contract/step-up.ts'
import { stepUp, stepUpBody } from '../../../contract/two-factor.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'

/** One proof for one action, by the password or, where a second factor is on, by a code. */
export function useProof(action: StepUpAction, startsWithCode: boolean, onProof: (proof: string) => void) {
  const [needsCode, setNeedsCode] = useState(startsWithCode)
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: CallInput<typeof stepUp>['body']) => call(stepUp, { body }),
    onSuccess: ({ proof }) => onProof(proof),
    onError: (failure) => {
      // A second factor that was turned on in another tab.
      if (codeOf(failure) === 'code_required') setNeedsCode(true)
      if (isFieldFault(failure)) setFault(messageOf(failure))
    },
  })

  /** What browsers fill in without telling counts too, so the form is read when it is sent. */
  const submit = (form: HTMLFormElement) => {
    if (isPending) return
    const name = needsCode ? 'code' : 'password'
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const parsed = stepUpBody.safeParse({ action, [name]: new FormData(form).get(name) })
    reset()
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)[name])
    if (!parsed.success) return field?.focus()
    // Back to what was wrong, with its sentence, so that the next one replaces it.
    mutate(parsed.data, { onError: (failure) => isFieldFault(failure) && selectAll(field) })
  }

  return {
    needsCode,
    fault,
    /** What went wrong and is not about what was typed. */
    error: error && !isFieldFault(error) && codeOf(error) !== 'code_required' ? messageOf(error) : undefined,
    forgive: () => setFault(undefined),
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
