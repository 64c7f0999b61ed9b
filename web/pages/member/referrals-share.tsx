import { lazy, Suspense } from 'react'
import { ShareLink } from '../../features/referrals/share-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const qrSize = 150
const QrCode = lazy(() => import('../../ui/qr-code.tsx').then((module) => ({ default: module.QrCode })))

/** The link in three forms: to send, to copy and to scan. */
export function ShareCard({ link }: { link: string }) {
  return (
    <Card title="Your referral link">
      <div className="grid gap-5">
        <ShareLink link={link} />
        <div className="flex items-center gap-4">
          <Suspense fallback={<Skeleton className="size-[150px]" />}>
            <span className="flex-none overflow-hidden rounded-2 border border-line bg-white">
              <QrCode text={link} label="QR code of your referral link" size={qrSize} />
            </span>
          </Suspense>
          <p className="text-sm text-ink-2">Or let a friend scan it.</p>
        </div>
      </div>
    </Card>
  )
}
