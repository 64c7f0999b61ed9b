import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { t, tc } from '../../../contract/translate.ts'

/** With fewer faults than this, looking at the form is enough. */
const summaryFrom = 3

/**
 * Moves the focus after a refused submit: to the first bad field, or to a list of them if there are many. `labels` has
 * the fields in the order of the screen.
 */
export function useErrorSummary<T extends FieldValues>(
  { formState }: Pick<UseFormReturn<T>, 'formState'>,
  labels: Partial<Record<Path<T>, string>>,
) {
  const [listed, setListed] = useState<string[]>([])
  const errors = formState.errors as Record<string, { message?: string } | undefined>
  const showFaults = (faults: FieldErrors<T>) => {
    const names = Object.keys(labels).filter((name) => name in faults)
    setListed(names.length >= summaryFrom ? names : [])
    if (names.length < summaryFrom && names[0] !== undefined) focusField(names[0])
  }
  const entries = listed.map((name) => ({
    name,
    label: labels[name as Path<T>] ?? name,
    message: errors[name]?.message,
  }))
  return { entries, attempt: formState.submitCount, showFaults, clear: () => setListed([]) }
}

interface ErrorSummaryProps {
  entries: readonly { name: string; label: string; message: string | undefined }[]
  /** The number of submits. Each new one takes the focus again. */
  attempt: number
}

/**
 * Lists the bad fields. A mended field gets a tick and keeps its line, so that nothing moves while the person types.
 */
export function ErrorSummary({ entries, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null)
  const isShown = entries.length > 0
  useEffect(() => {
    if (isShown) box.current?.focus()
  }, [isShown, attempt])
  if (!isShown) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="error-summary"
      className="grid gap-2 rounded-2 bg-bad-soft p-4 text-sm text-bad"
    >
      <h2 id="error-summary" className="font-semibold">
        {t('Please check these fields')}
      </h2>
      <ul className="grid gap-1">
        {entries.map(({ name, label, message }) => (
          <li key={name} className="flex gap-2">
            {message === undefined ? (
              <>
                <Check aria-hidden="true" size={16} className="mt-0.5 flex-none text-ok" />
                <span className="text-ok">
                  {label} <span className="sr-only">{tc('field', '(done)')}</span>
                </span>
              </>
            ) : (
              <>
                <CircleAlert aria-hidden="true" size={16} className="mt-0.5 flex-none" />
                <button type="button" onClick={() => focusField(name)} className="min-h-6 text-start underline">
                  {sentence(label, message)}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Puts the label before the message, unless the message begins with it: "City is required." does, "Must contain only
 * letters." does not.
 */
function sentence(label: string, message: string): string {
  return message.toLowerCase().startsWith(label.toLowerCase()) ? message : t('{label}: {message}', { label, message })
}

/** Finds the field by its name, because the form has no reference for a group of radios. */
function focusField(name: string): void {
  document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
}
