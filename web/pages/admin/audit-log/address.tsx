import { useState, type FormEvent } from 'react'
import { canonicalIpAddress } from '../../../../contract/ip-address.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

interface AddressFilterProps {
  address: string | undefined
  /** True while the log is filtered by people. An address replaces that filter. */
  hasPeople: boolean
  onChange: (address: string | undefined) => void
}

/** Filters the log by one address, in any notation of IP addresses. */
export function AddressFilter({ address = '', hasPeople, onChange }: AddressFilterProps) {
  const [isDone, setIsDone] = useState(false)
  const { text, write, leave, askNow, isUnreadable } = useTypedText({
    applied: address,
    apply: (next) => onChange(next || undefined),
    read: readAddress,
  })
  const finish = (event: FormEvent) => {
    setIsDone(true)
    askNow(event)
  }
  return (
    <form onSubmit={finish} className="md:w-52">
      <Field
        label={t('Address')}
        hint={hintOf(address, hasPeople)}
        // While the reader still types, an unfinished address is no fault.
        error={isDone && isUnreadable ? fieldTexts.ipAddressNotValid : undefined}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={45}
          placeholder="192.0.2.1"
          className="mono"
          value={text}
          onChange={({ target }) => {
            setIsDone(false)
            write(target.value)
          }}
          onBlur={() => {
            setIsDone(true)
            leave()
          }}
        />
      </Field>
    </form>
  )
}

function hintOf(address: string, hasPeople: boolean): string | undefined {
  if (address !== '') return t('Replaced by “Who” or “Whom”.')
  return hasPeople ? t('Replaces “Who” and “Whom”.') : undefined
}

/** Returns the address in its usual notation, an empty text for all addresses, or null if it cannot be read. */
function readAddress(text: string): string | null {
  const typed = text.trim()
  return typed === '' ? '' : canonicalIpAddress(typed)
}
