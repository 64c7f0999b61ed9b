import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import {
  addSendingAddress,
  listSendingAddresses,
  removeSendingAddress,
  sendingAddressesMax,
} from '../../../../contract/endpoints/sending-addresses.ts'
import { failureTitles, requiredText, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { SectionPart } from './section.tsx'

/** The addresses that the member pays from, so that a payment is recognised by its sender. */
export function SendingAddresses() {
  const list = useQuery(queryOf(listSendingAddresses, ['profile'], {}))
  const items = list.data?.items ?? []
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => toast(toasts.profileUpdated),
    onSettled: () => refetchTopics(['profile']),
  })
  return (
    <SectionPart title={t('Addresses you pay from')}>
      <p className="text-sm text-ink-2">
        {t(
          'A payment from one of these TRON addresses is recognised as yours. Register an address before you pay from it, and only if nobody else pays from it: an exchange sends for many people.',
        )}
      </p>
      <ReadProblem reads={[list]} />
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      {items.length > 0 && (
        <ul aria-label={t('Addresses you pay from')} className="grid divide-y divide-line">
          {items.map(({ id, address, added_at: addedAt }) => (
            <li key={id} className="grid gap-2 py-3 first:pt-0 last:pb-0">
              <EmphasisedAddress address={address} />
              <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
                <span>{richText('Registered {time}', { time: <TimeText value={addedAt} /> })}</span>
                <Button
                  size="sm"
                  variant="quiet"
                  disabled={isPending}
                  aria-label={t('Remove: the address ending in {ending}', { ending: address.slice(-6) })}
                  onClick={() => mutate(async () => call(removeSendingAddress, { params: { addressId: id } }))}
                >
                  {t('Remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {items.length < sendingAddressesMax && (
        <SendingAddressForm
          isBusy={isPending}
          onAdd={(address, onAdded) =>
            mutate(async () => call(addSendingAddress, { body: { address } }), { onSuccess: onAdded })
          }
        />
      )}
    </SectionPart>
  )
}

interface SendingAddressFormProps {
  isBusy: boolean
  onAdd: (address: string, onAdded: () => void) => void
}

function SendingAddressForm({ isBusy, onAdd }: SendingAddressFormProps) {
  const [typed, setTyped] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  const address = typed.trim()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsMissed(address === '')
    if (!isBusy && address !== '') onAdd(address, () => setTyped(''))
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      <Field label={t('Address you pay from')} error={isMissed && address === '' ? addressNeeded : undefined}>
        <TextInput
          name="sending_address"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          className="mono"
        />
      </Field>
      <SubmitButton variant="ghost" busy={isBusy} className="justify-self-start max-sm:w-full">
        {t('Register address')}
      </SubmitButton>
    </form>
  )
}

const addressNeeded = requiredText(t('Address'))
