import { useQuery } from '@tanstack/react-query'
import type { ListedAddress } from '../../../../contract/wallet-addresses.ts'
import { t } from '../../../../contract/translate.ts'
import { addressBookQuery } from '../../../lib/address-book-query.ts'
import { richText } from '../../../lib/rich-text.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import type { WithdrawalForm } from './use-withdrawal-form.ts'

/** Lets the member choose one of several withdrawal addresses. Empty for a member with one. */
export function AddressChoice({ form }: { form: WithdrawalForm }) {
  const items = useQuery(addressBookQuery).data?.items ?? []
  const isOther = form.address !== null && !items.some(({ address }) => address === form.address)
  if (items.length === 0 || (items.length === 1 && !isOther && form.address !== null)) return null
  return (
    <div className="mb-4">
      <RadioCards
        legend={t('Pay to')}
        name="withdrawal-address"
        className="sm:grid-cols-1"
        value={form.address}
        onChange={form.chooseAddress}
        cards={items.map((listed) => ({
          value: listed.address,
          label: <span className="mono wrap-anywhere">{listed.address}</span>,
          detail: <Usability listed={listed} />,
          disabled: form.spending.isPending,
        }))}
      />
    </div>
  )
}

function Usability({ listed: { is_default: isDefault, usable_from: usableFrom } }: { listed: ListedAddress }) {
  if (usableFrom === null) return isDefault ? t('Default') : t('Usable now')
  return richText('Withdrawals to it can be approved from {time} on.', { time: <TimeText value={usableFrom} /> })
}
