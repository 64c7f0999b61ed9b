import { t } from '../../../../contract/translate.ts'
import { ReferralShare } from '../../../features/referrals/referral-share.tsx'
import { AppLink } from '../../../lib/app-link.tsx'
import { homePathOf } from '../../../lib/home-path.ts'
import { useSession } from '../../../lib/session.ts'
import { BrandMark } from '../../../ui/brand-mark.tsx'
import { Button } from '../../../ui/button.tsx'
import { Rosette } from '../../../ui/rosette.tsx'

export function LandingHero() {
  const { isAuthenticated, isAdmin } = useSession()
  return (
    <section className="relative overflow-hidden bg-petrol text-on-petrol">
      <div className="relative mx-auto grid max-w-[1248px] items-center px-4 sm:px-6 max-lg:pt-11 max-lg:pb-21 lg:min-h-[520px] lg:grid-cols-[1.1fr_0.9fr] lg:pt-8 lg:pb-19">
        <Coin />
        <div className="relative">
          <h1 tabIndex={-1} className="max-w-[11em] font-display text-hero font-[520] text-balance">
            {t('A coin with every movement on record.')}
          </h1>
          <p className="mt-4.5 mb-7 max-w-[46ch] text-[1.1875rem]/7 text-on-petrol-2">
            {t(
              'Buy ET with USDT, send it to another member, withdraw it to your own wallet. Each request is checked, and you see what was decided and when.',
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="brass" size="lg" asChild>
              {isAuthenticated ? (
                <AppLink href={homePathOf(isAdmin)}>{t('Go to Dashboard')}</AppLink>
              ) : (
                <AppLink href="/signup">{t('Get Started')}</AppLink>
              )}
            </Button>
            <Button variant="on-petrol" size="lg" asChild>
              <AppLink href="/#referral">
                {t('Refer & Earn')} <ReferralShare />
              </AppLink>
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

/** The engraved coin: beside the text on wide screens, faintly behind it on narrow ones. */
function Coin() {
  return (
    <div
      aria-hidden="true"
      className="absolute -end-48 -top-30 grid size-[420px] place-items-center text-coin opacity-14 lg:static lg:order-last lg:justify-self-end lg:opacity-100 [&>*]:col-start-1 [&>*]:row-start-1"
    >
      <Rosette seed="et-genesis" size={420} strokeWidth={0.55} className="lg:opacity-85" />
      <BrandMark size={128} className="relative max-lg:hidden" />
    </div>
  )
}
