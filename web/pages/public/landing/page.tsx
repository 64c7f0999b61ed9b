import { LandingFeatures } from './features.tsx'
import { LandingHero } from './hero.tsx'
import { LandingMarkets } from './markets.tsx'
import { LandingPackages } from './packages.tsx'
import { LandingReferral } from './referral.tsx'

export function LandingPage() {
  return (
    <>
      <LandingHero />
      <div className="mx-auto grid max-w-[1248px] gap-14 px-4 pb-16 sm:px-6">
        <LandingMarkets />
        <LandingPackages />
        <LandingFeatures />
      </div>
      <LandingReferral />
    </>
  )
}
