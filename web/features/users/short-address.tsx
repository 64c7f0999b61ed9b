import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cn } from '../../ui/cn.ts'
import { toast } from '../../ui/toast.ts'

interface ShortAddressProps {
  address: string
  /** The name of the owner, for the label of the copy button. */
  owner: string
  /** True to show the whole address, on as many lines as it needs. */
  isWhole?: boolean | undefined
}

const shownLength = 10

/** True if an address is so short that it is always shown completely. */
export function isShortAddress(address: string): boolean {
  return address.length <= shownLength
}

/** The beginning of a wallet address. The whole address is available on hover, to screen readers and by copy. */
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
