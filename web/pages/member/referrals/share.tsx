import { t } from '../../../../contract/translate.ts'
import { ShareLink } from './share-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

const qrSize = 150

/** The referral link in three forms: to send, to copy and to scan. */
export function ShareCard({ link }: { link: string }) {
  return (
    <Card title={t('Your referral link')}>
      <div className="grid gap-5">
        <ShareLink link={link} />
        <div className="flex items-center gap-4">
          <span className="flex-none overflow-hidden rounded-2 border border-line bg-white">
            <QrCode text={link} label={t('QR code of your referral link')} size={qrSize} />
          </span>
          <p className="text-sm text-ink-2">{t('Or let a friend scan it.')}</p>
        </div>
      </div>
    </Card>
  )
}
