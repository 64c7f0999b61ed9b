import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Copies what the form shows into its state before a check. Browsers and password managers can fill fields in without
 * an event.
 */
export function readAutofill<T extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<T>, 'getValues' | 'setValue'>,
  element: HTMLFormElement,
): void {
  for (const [name, value] of new FormData(element)) {
    const path = name as Path<T>
    if (getValues(path) !== value) setValue(path, value as PathValue<T, Path<T>>)
  }
}
