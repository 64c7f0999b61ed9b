import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { ExplorerLink } from '../explorer-link.tsx'
import { transactionLink } from './payout-texts.ts'

/** The whole hash of a payment, to copy and to look up. */
export function TransactionHash({ hash, address }: { hash: string; address: string }) {
  const link = transactionLink(hash, address)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
      <span className="mono min-w-0 break-all">{hash}</span>
      <CopyButton
        text={hash}
        label={t('Copy the transaction hash')}
        variant="quiet"
        className="print:hidden"
        onCopied={() => toast(toasts.copied)}
      />
      {link && <ExplorerLink href={link} />}
    </span>
  )
}
