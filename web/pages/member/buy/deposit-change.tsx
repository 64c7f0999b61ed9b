import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'

interface DepositChangeProps {
  /** The address that the person has seen before, and may have copied or paid to; null when it is still the one. */
  earlier: string | null
  onAccept: () => void
  className?: string | undefined
}

/** Whoever comes back from their wallet must not overlook that the payment is to go somewhere else by now. */
export function DepositChange({ earlier, onAccept, className }: DepositChangeProps) {
  if (earlier === null) return null
  return (
    <Notice
      tone="bad"
      role="alert"
      title={t('The deposit address has changed since you looked.')}
      className={className}
      action={
        <Button variant="ghost" size="sm" className="max-sm:h-touch" onClick={onAccept}>
          {t('Use the new address')}
        </Button>
      }
    >
      {richText('Send nothing any more to {address}', { address: <EmphasisedAddress address={earlier} /> })}
      {t('If you have sent to it already, please ask support before you send more.')}
    </Notice>
  )
}
