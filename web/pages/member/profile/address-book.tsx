import { useMutation, useQuery } from '@tanstack/react-query'
import {
  addWalletAddress,
  removeWalletAddress,
  walletAddressesMax,
} from '../../../../contract/endpoints/wallet-addresses.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import type { ListedAddress } from '../../../../contract/wallet-addresses.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'
import { addressBookQuery } from '../../../lib/address-book-query.ts'
import { isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddressForm } from './address-form.tsx'
import { SectionPart } from './section.tsx'
import { useProfileUpdate } from './use-profile-update.ts'

/** The other addresses that withdrawals can be paid to. Empty until the profile has a first address. */
export function AddressBook({ profile }: { profile: Profile }) {
  const book = useQuery(addressBookQuery)
  const items = book.data?.items ?? []
  const { change, isPending, error } = useBookChange()
  const { save, isPending: isSaving } = useProfileUpdate(profile.id, { onSaved: () => {}, onRefused: () => {} })
  if (items.length === 0) return <ReadProblem reads={[book]} />
  return (
    <SectionPart title={t('Withdrawal addresses')}>
      <ReadProblem reads={[book]} />
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      <ul aria-label={t('Withdrawal addresses')} className="grid divide-y divide-line">
        {items.map((listed) => (
          <AddressRow
            key={listed.id}
            listed={listed}
            isBusy={isPending || isSaving}
            onDefault={() => save({ wallet_address: listed.address })}
            onRemove={() => change(async () => call(removeWalletAddress, { params: { addressId: listed.id } }))}
          />
        ))}
      </ul>
      {items.length < walletAddressesMax ? (
        <AddressForm
          isBusy={isPending}
          onAdd={(address, onAdded) =>
            change(async () => call(addWalletAddress, { body: { wallet_address: address } }), { onSuccess: onAdded })
          }
        />
      ) : (
        <p className="text-sm text-ink-2">
          {t('You have five addresses, which is the most. Remove one to add another.')}
        </p>
      )}
    </SectionPart>
  )
}

interface AddressRowProps {
  listed: ListedAddress
  isBusy: boolean
  onDefault: () => void
  onRemove: () => void
}

function AddressRow({ listed, isBusy, onDefault, onRemove }: AddressRowProps) {
  const { address, is_default: isDefault, usable_from: usableFrom } = listed
  const ending = address.slice(-6)
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <EmphasisedAddress address={address} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2">
        {isDefault && <Badge tone="brand">{t('Default')}</Badge>}
        <span>
          {usableFrom === null
            ? t('Usable now')
            : richText('Withdrawals to it can be approved from {time} on.', { time: <TimeText value={usableFrom} /> })}
        </span>
        {!isDefault && (
          <span className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="quiet"
              disabled={isBusy}
              aria-label={t('Make default: the address ending in {ending}', { ending })}
              onClick={onDefault}
            >
              {t('Make default')}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              disabled={isBusy}
              aria-label={t('Remove: the address ending in {ending}', { ending })}
              onClick={onRemove}
            >
              {t('Remove')}
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

/** Makes one change of the book at a time. A member who does not confirm it has taken it back, which is no failure. */
function useBookChange() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => toast(toasts.profileUpdated),
    onSettled: () => refetchTopics(['profile']),
  })
  return { change: mutate, isPending, error: isNotConfirmed(error) ? null : error }
}
