import { useEffect, useRef, useState } from 'react'
import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

interface CodeFieldProps {
  error: string | undefined
  /** Called at every key press, so that the caller can clear the error. */
  onChange: () => void
  /** Off if there is no app, so that only a recovery code counts. */
  hasApp?: boolean | undefined
  /** Off if only a code of the app counts, for example while the app is being set up. */
  hasRecovery?: boolean | undefined
  /** Puts the focus into the field when it appears, for pages with this field alone. */
  isFirst?: boolean | undefined
}

/** A field for the code of an authenticator app, or for a recovery code instead. */
export function CodeField({ error, onChange, hasApp = true, hasRecovery = true, isFirst = false }: CodeFieldProps) {
  const [isRecovery, setIsRecovery] = useState(!hasApp)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  // After a wrong code the focus returns to it and selects it, so that the next code replaces it.
  useEffect(() => {
    if (!error) return
    field.current?.focus()
    field.current?.select()
  }, [error])
  const kind = isRecovery ? kinds.recovery : kinds.app
  const change = () => {
    setIsRecovery(!isRecovery)
    onChange()
    if (field.current) field.current.value = ''
    field.current?.focus()
  }
  return (
    <div className="grid gap-2">
      <Field label={kind.label} hint={kind.hint} error={error}>
        <TextInput
          ref={field}
          name="code"
          required
          inputMode={kind.inputMode}
          autoComplete={kind.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="mono"
          onChange={onChange}
        />
      </Field>
      {hasApp && hasRecovery && (
        <Button variant="quiet" size="sm" className="-ms-2 justify-self-start" onClick={change}>
          {kind.otherText}
        </Button>
      )}
    </div>
  )
}

const kinds = {
  app: {
    label: t('Code'),
    hint: t('The 6 digits that your authenticator app shows now.'),
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    otherText: t('Use a recovery code instead'),
  },
  recovery: {
    label: t('Recovery code'),
    hint: t('One of the codes you kept when you turned this on. Each works once.'),
    inputMode: 'text',
    autoComplete: 'off',
    otherText: t('Use the authenticator app instead'),
  },
} as const
