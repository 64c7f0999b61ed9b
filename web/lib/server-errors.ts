import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/** Puts the server's sentences under their fields, and moves the focus to the first of them. */
export function showServerErrors<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setError'>,
  error: unknown,
  fieldOfCode: Partial<Record<string, Path<T>>> = {},
): void {
  if (!(error instanceof ApiError)) return
  const field = fieldOfCode[error.code]
  const faults = field ? { [field]: error.message, ...error.fields } : error.fields
  Object.entries(faults).forEach(([name, message], index) => {
    form.setError(name as Path<T>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
}
