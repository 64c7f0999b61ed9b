import { LandingFeatures } from './landing-features.tsx'
import { LandingHero } from './landing-hero.tsx'
import { LandingMarkets } from './landing-markets.tsx'
import { LandingPackages } from './landing-packages.tsx'
import { LandingReferral } from './landing-referral.tsx'

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
