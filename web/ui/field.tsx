import { Check, CircleAlert } from 'lucide-react'
import { createContext, use, useId, type ReactNode } from 'react'
import { cn } from './cn.ts'

interface FieldProps {
  label: ReactNode
  /** Shown in brackets after the label of a field that may stay empty, e.g. "optional". */
  note?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** The result of a finished check, e.g. the name behind an entered number. It is shown with a tick. */
  confirmed?: ReactNode
  /** A link or a counter at the end of the label's line. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A label, one control and its messages. The control finds its id and descriptions through useFieldControl. */
export function Field({ label, note, hint, error, confirmed, aside, className, children }: FieldProps) {
  const id = useId()
  const messages = { hint: hint != null, error: Boolean(error), confirmed: confirmed != null && !error }
  const describedBy = Object.entries(messages)
    .filter(([, isShown]) => isShown)
    .map(([name]) => `${id}-${name}`)
    .join(' ')

  return (
    <FieldContext value={{ id, invalid: Boolean(error), describedBy: describedBy || undefined }}>
      <div className={cn('grid content-start gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-sm font-semibold">
            {label}
            {note && <span className="font-normal text-ink-3"> ({note})</span>}
          </label>
          {aside && <span className="text-sm">{aside}</span>}
        </div>
        {children}
        {hint != null && (
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="flex gap-1.5 text-sm font-semibold text-bad">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
            {error}
          </p>
        )}
        <div role="status" className="empty:hidden">
          {messages.confirmed && (
            <p id={`${id}-confirmed`} className="flex gap-1.5 text-sm font-semibold text-ok">
              <Check aria-hidden="true" className="mt-0.5 size-4" />
              {confirmed}
            </p>
          )}
        </div>
      </div>
    </FieldContext>
  )
}

interface FieldControl {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** Returns the attributes that tie a control to the Field around it; none outside of a Field. */
export function useFieldControl(): FieldControl {
  const field = use(FieldContext)
  if (!field) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
}

interface FieldState {
  id: string
  invalid: boolean
  describedBy: string | undefined
}

const FieldContext = createContext<FieldState | null>(null)
