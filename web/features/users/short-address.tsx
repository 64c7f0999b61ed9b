import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.ts'

interface ShortAddressProps {
  address: string
  /** Whose it is, for the name of the button that copies it. */
  owner: string
}

const shownLength = 10

/** The beginning of a wallet address; all of it on hover, to screen readers and by copy. */
export function ShortAddress({ address, owner }: ShortAddressProps) {
  const isShort = address.length <= shownLength
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <span className="mono" title={address}>
        <span aria-hidden={!isShort}>{isShort ? address : `${address.slice(0, shownLength)}…`}</span>
        {!isShort && <span className="sr-only">{address}</span>}
      </span>
      <CopyButton
        text={address}
        label={t('Copy the wallet address of {name}', { name: owner })}
        variant="quiet"
        onCopied={() => toast(toasts.copied)}
      />
    </span>
  )
}
