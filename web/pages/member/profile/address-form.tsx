import { useState, type FormEvent } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { requiredText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { checkWallet, useWalletCheck } from '../../../lib/use-wallet-check.ts'
import { Field } from '../../../ui/field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { WalletWarning, confirmedText } from './wallet-warning.tsx'

interface AddressFormProps {
  isBusy: boolean
  onAdd: (address: string, onAdded: () => void) => void
}

/** Adds a further withdrawal address. A doubtful one is added only after its warning was shown. */
export function AddressForm({ isBusy, onAdd }: AddressFormProps) {
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  const check = useWalletCheck(address)
  const isOurs = check?.refusal === 'wallet_of_platform'
  const [isMissed, setIsMissed] = useState(false)
  const add = async () => {
    setIsMissed(address === '')
    // The form was sent before the check had finished, so the warning is shown first.
    const found = check ?? (await checkWallet(address))
    const isShown = check !== undefined || !found?.refusal
    if (address !== '' && !isOurs && isShown) onAdd(address, () => setTyped(''))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void add()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      <Field
        label={t('Another address')}
        hint={t(
          'Withdrawals to a new address can be approved after a waiting time. Those to the others go on meanwhile.',
        )}
        error={isOurs ? errors.wallet_of_platform.message : isMissed && address === '' ? addressNeeded : undefined}
        confirmed={confirmedText(check)}
      >
        <TextInput
          name="another_address"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          className="mono"
        />
      </Field>
      <WalletWarning check={check} />
      <SubmitButton variant="ghost" busy={isBusy} className="justify-self-start max-sm:w-full">
        {t('Add address')}
      </SubmitButton>
    </form>
  )
}

const addressNeeded = requiredText(t('Wallet Address'))
