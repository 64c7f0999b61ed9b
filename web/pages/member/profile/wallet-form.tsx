import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { errors } from '../../../../contract/errors.ts'
import { updateProfileBody } from '../../../../contract/own-profile.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { walletChangeShownHours } from '../../../../contract/endpoints/request-review.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { depositInstructionsQuery } from '../../../features/requests/deposit-query.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useOutsideChange } from './use-outside-change.ts'
import { checkWallet, useWalletCheck, type WalletCheck } from '../../../lib/use-wallet-check.ts'
import { useProfileUpdate } from './use-profile-update.ts'
import { WalletWarning, confirmedText } from './wallet-warning.tsx'

type WalletValues = Pick<z.input<typeof updateProfileBody>, 'wallet_address'>

/**
 * The address to which withdrawals are paid. A doubtful address is saved only after a warning, and an address of the
 * platform never.
 */
export function WalletForm({ profile }: { profile: Profile }) {
  const { form, check, isBusy, error, submit } = useWalletForm(profile)
  const { data: deposit } = useQuery(depositInstructionsQuery)
  const isBad = Boolean(check?.refusal)
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      <Field
        label={t('Wallet address')}
        hint={
          deposit
            ? t('Of your own wallet, on {network}. Leave it empty to remove it.', { network: deposit.network })
            : t('Of your own wallet. Leave it empty to remove it.')
        }
        error={form.formState.errors.wallet_address?.message ?? (isOurs(check) ? notYours : undefined)}
        confirmed={confirmedText(check)}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          className="mono"
          {...form.register('wallet_address')}
        />
      </Field>
      <WalletWarning check={check} />
      <p className="text-sm text-ink-2">
        {t('You are asked to confirm that it is you.')}
        {profile.wallet_address !== null && <> {changeText()}</>}
      </p>
      <SubmitButton
        variant={isBad && !isOurs(check) ? 'bad' : 'primary'}
        busy={isBusy}
        className="justify-self-start max-sm:w-full"
      >
        {isBusy ? t('Saving...') : isBad && !isOurs(check) ? t('Save anyway') : t('Save address')}
      </SubmitButton>
    </form>
  )
}

const notYours = errors.wallet_of_platform.message

/** True for an address of the platform or of the token. No other kind of address is refused altogether. */
function isOurs(check: WalletCheck | undefined): boolean {
  return check?.refusal === 'wallet_of_platform'
}

function changeText(): string {
  return t(
    'After a change we send you a mail, and for {hours} hours each withdrawal shows the change to the administrator who decides it.',
    { hours: walletChangeShownHours },
  )
}

function useWalletForm({ id, wallet_address: saved }: Profile) {
  const address = saved ?? ''
  const form = useForm<WalletValues>({
    resolver: zodResolver(updateProfileBody),
    mode: 'onTouched',
    defaultValues: { wallet_address: address },
  })
  const draft = useDraft('profile-wallet', form)
  const { save, isPending, error } = useProfileUpdate(id, {
    onSaved: (profile) => {
      draft.drop()
      form.reset({ wallet_address: profile.wallet_address ?? '' })
    },
    onRefused: (failure) => showServerErrors(form, failure),
  })
  const { isDirty, isSubmitting } = form.formState
  // True also while the check is running, so that a second click asks for no second confirmation.
  const isBusy = isPending || isSubmitting
  // An address that was changed elsewhere is shown here, too, unless the member is typing another.
  useOutsideChange(address, (changed) => {
    if (!isDirty) form.reset({ wallet_address: changed })
  })

  const check = useWalletCheck(useWatch({ control: form.control, name: 'wallet_address' }) ?? '')
  const saveUnlessUnwarned = async (values: WalletValues) => {
    // The form was sent before the check had finished, so the warning is shown first.
    const found = check ?? (await checkWallet(values.wallet_address ?? ''))
    if (isOurs(found)) form.setError('wallet_address', { message: notYours }, { shouldFocus: true })
    else if (!found?.refusal || check !== undefined) save(values)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    readAutofill(form, event.currentTarget)
    void form.handleSubmit(saveUnlessUnwarned)()
  }
  return { form, check, isBusy, error, submit }
}
