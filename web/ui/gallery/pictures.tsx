import { Avatar } from '../avatar.tsx'
import { avatarColours } from '../avatar-display.ts'
import { BrandMark } from '../brand-mark.tsx'
import { Card } from '../card.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import { QrCode } from '../qr-code.tsx'
import { Rosette } from '../rosette.tsx'
import { Sparkline } from '../sparkline.tsx'

export function PictureSection() {
  return (
    <Card title="Pictures" className="grid gap-5 overflow-hidden">
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text="TQn9Y2khEsLJW1ChVWFMSMeRDow5Kc8yf7" label="QR code of the deposit address" />
        <Rosette seed="ET-004182" size={44} className="text-brand" />
        {[1, 2, 3, 4].map((bands) => (
          <Rosette
            key={bands}
            seed={`package-${bands}`}
            size={120}
            bands={bands}
            strokeWidth={0.45}
            className="text-brass"
          />
        ))}
        <Sparkline points={[18, 15, 17, 11, 13, 9, 12, 6, 4]} label="Trending up" className="text-ok" />
        <Sparkline
          points={[43, 40, 48, 51, 45, 52]}
          shape="step"
          label="From 43 to 52, lowest 40"
          className="text-c1"
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {avatarColours.map((colour, index) => (
          <Avatar key={colour} name={`Member ${String.fromCharCode(65 + index)}`} seed={`seed ${index}`} />
        ))}
        <Avatar name="Nguyễn Thị Mai" size={56} label="Nguyễn Thị Mai" />
        {[16, 28, 64].map((size) => (
          <BrandMark key={size} size={size} />
        ))}
      </div>
      <div className="relative grid place-items-center rounded-3 bg-petrol py-8">
        <Rosette seed="et-genesis" size={420} strokeWidth={0.55} className="h-auto max-w-full text-coin opacity-85" />
        <BrandMark size={128} className="absolute" />
      </div>
      <ProgressBar percent={40} label="Sent" />
    </Card>
  )
}
