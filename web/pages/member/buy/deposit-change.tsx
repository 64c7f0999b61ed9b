import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'

interface DepositChangeProps {
  /** The address that the member saw before, and may have copied or paid to; null if it has not changed. */
  earlier: string | null
  onAccept: () => void
  className?: string | undefined
}

/** Warns a member who returns from the wallet app that payments go to another address now. */
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
