import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cn } from '../../ui/cn.ts'
import { toast } from '../../ui/toast.ts'

interface ShortAddressProps {
  address: string
  /** Whose it is, for the name of the button that copies it. */
  owner: string
  /** All of it is shown, on as many lines as it takes. */
  isWhole?: boolean | undefined
}

const shownLength = 10

/** There is no more of it than is shown anyway. */
export function isShortAddress(address: string): boolean {
  return address.length <= shownLength
}

/** The beginning of a wallet address; all of it on hover, to screen readers and by copy. */
export function ShortAddress({ address, owner, isWhole = false }: ShortAddressProps) {
  const isShort = isWhole || isShortAddress(address)
  return (
    <span className={cn('inline-flex items-center gap-1', !isWhole && 'whitespace-nowrap')}>
      <span className={cn('mono', isWhole && 'min-w-0 wrap-anywhere')} title={address}>
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
