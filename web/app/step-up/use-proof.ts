import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../../contract/typed-endpoints.ts'
import { startPasskeyProof, stepUp } from '../../../contract/endpoints/two-factor.ts'
import type { SecondFactor } from '../../../contract/second-factors.ts'
import { stepUpBody } from '../../../contract/two-factor.ts'
import { ApiError, isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { loadAuthenticator } from '../../lib/passkeys.ts'
import type { StepUpQuestion } from '../../lib/step-up.ts'

type Body = CallInput<typeof stepUp>['body']

/** Requests one proof for one call, by the password or, if the account has second factors, by a code or a passkey. */
export function useProof(
  { action, call: name }: Pick<StepUpQuestion, 'action' | 'call'>,
  firstFactors: readonly SecondFactor[],
  onProof: (proof: string) => void,
) {
  const [factors, setFactors] = useState(firstFactors)
  const needsCode = factors.length > 0
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (makeBody: () => Promise<Body>) => call(stepUp, { body: await makeBody() }),
    onSuccess: ({ proof }) => onProof(proof),
    onError: (failure) => {
      // The second factor was turned on in another tab.
      if (failure instanceof ApiError && failure.code === 'code_required') setFactors(failure.factors)
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
    mutate(async () => parsed.data, { onError: (failure) => isFieldFault(failure) && selectAll(field) })
  }

  const proveByPasskey = () => {
    if (isPending) return
    reset()
    mutate(async () => {
      const [options, { signChallenge }] = await Promise.all([
        call(startPasskeyProof, { body: { call: name } }),
        loadAuthenticator(),
      ])
      return { action, call: name, passkey: await signChallenge(options) }
    })
  }

  return {
    factors,
    proveByPasskey,
    fault,
    /** The failure, unless it is about the typed text. */
    error: error && !isQuiet(error) ? messageOf(error) : undefined,
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

/** True for a failure that the form shows in another way, or that the person knows of. */
function isQuiet(error: unknown): boolean {
  return isFieldFault(error) || isNotConfirmed(error) || codeOf(error) === 'code_required'
}

function isFieldFault(error: unknown): boolean {
  return ['password_wrong', 'code_wrong'].includes(codeOf(error) ?? '')
}
