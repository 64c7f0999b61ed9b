import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { packageBody, type PackageBody } from '../../../../contract/package-body.ts'
import { createPackage, updatePackage } from '../../../../contract/endpoints/packages.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { ApiError, isNotConfirmed } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import {
  differingFields,
  numberDefaults,
  readForm,
  defaultFor,
  toForm,
  numberFaults,
  type NumberName,
  type PackageForm,
} from './package-form.ts'

const checkBody = zodResolver(packageBody)

/** Checks the form. A number that could not be read gets a message that says why. */
export const checkForm: Resolver<PackageForm, unknown, PackageBody> = async (values, context, options) => {
  const result = await checkBody(readForm(values), context, options)
  for (const { name, fault } of numberFaults(values)) {
    const error = result.errors[name]
    if (error) error.message = fault
  }
  return result
}

export type PackageEditor = ReturnType<typeof usePackageForm>

/** The form of a new package, or of a changed one. `current` is its present state, or null once it has been deleted. */
export function usePackageForm(
  edited: ManagedPackage | null,
  current: ManagedPackage | null,
  onSaved: (answer: { is_proposed?: boolean | undefined }) => void,
) {
  const [base, setBase] = useState(edited)
  const form = useForm<PackageForm>({
    resolver: checkForm,
    mode: 'onTouched',
    defaultValues: toForm(edited),
  })
  const { isRestored, drop } = useDraft(`package-${edited?.id ?? 'new'}`, form)
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (body: PackageBody) => save(base, body),
    onSuccess: (answer) => {
      drop()
      onSaved(answer)
    },
    onError: (failure) => showServerErrors(form, failure),
    // A refusal refreshes the list, too, which then shows the change that this one collided with.
    onSettled: () => refetchTopics(['packages']),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    for (const input of event.currentTarget.querySelectorAll('input')) fillInDefault(form, input)
    readAutofill(form, event.currentTarget)
    void form.handleSubmit((values) => mutate(values))()
  }
  /** Takes over the current state of the package, and keeps the fields that were changed here. */
  const takeOver = () => {
    const typed = form.getValues()
    const own = differingFields(typed, toForm(base))
    form.reset(toForm(current))
    for (const name of own) form.setValue(name, typed[name], { shouldDirty: true })
    setBase(current)
    reset()
  }
  const startAnew = () => {
    form.reset(toForm(current))
    setBase(current)
    reset()
  }
  // A saved change of one's own also makes the list newer than the start of the form.
  const isSettled = !isPending && !isSuccess
  const isChangedMeanwhile = isSettled && base !== null && current !== null && base.revision !== current.revision
  const isDeletedMeanwhile = isSettled && base !== null && current === null
  return {
    form,
    base,
    isRestored,
    isPending,
    error: error && !isShownElsewhere(error) && !isChangedMeanwhile && !isDeletedMeanwhile ? error : null,
    isChangedMeanwhile,
    isDeletedMeanwhile,
    submit,
    takeOver,
    startAnew,
  }
}

/** Replaces a text that is no number by the number that will be saved. */
export function fillInDefault(form: UseFormReturn<PackageForm>, { name, value }: HTMLInputElement): void {
  if (!isNumberName(name)) return
  const replacement = defaultFor(name, value)
  if (replacement !== null) form.setValue(name, replacement, { shouldDirty: true, shouldValidate: true })
}

function isNumberName(name: string): name is NumberName {
  return Object.hasOwn(numberDefaults, name)
}

async function save(base: ManagedPackage | null, body: PackageBody) {
  if (!base) return call(createPackage, { body })
  return call(updatePackage, { params: { packageId: base.id }, body: { ...body, revision: base.revision } })
}

/** True for faults of fields, and for a call that the person did not prove and so took back. */
function isShownElsewhere(error: Error): boolean {
  return isNotConfirmed(error) || (error instanceof ApiError && Object.keys(error.fields).length > 0)
}
