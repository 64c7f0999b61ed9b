import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** Browsers and password managers can fill fields in without an event. Before a form is checked, what it shows is taken over. */
export function readAutofill<T extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<T>, 'getValues' | 'setValue'>,
  element: HTMLFormElement,
): void {
  for (const [name, value] of new FormData(element)) {
    const path = name as Path<T>
    if (getValues(path) !== value) setValue(path, value as PathValue<T, Path<T>>)
  }
}
