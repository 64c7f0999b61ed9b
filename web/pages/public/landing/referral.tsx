import { t } from '../../../../contract/translate.ts'
import { ReferralShare } from '../../../features/referrals/referral-share.tsx'
import { AppLink } from '../../../lib/app-link.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Rosette } from '../../../ui/rosette.tsx'

export function LandingReferral() {
  const { isAuthenticated, isAdmin } = useSession()
  const target = isAdmin ? '/admin' : isAuthenticated ? '/dashboard/referrals' : '/signup'
  return (
    <section
      id="referral"
      aria-labelledby="referral-title"
      className="relative overflow-hidden bg-petrol text-on-petrol"
    >
      <span aria-hidden="true" className="absolute -end-24 -top-24 text-coin opacity-14 md:opacity-40">
        <Rosette seed="et-referral" size={380} strokeWidth={0.5} />
      </span>
      <div className="relative mx-auto grid max-w-[1248px] justify-items-start gap-4 px-4 py-14 sm:px-6">
        <h2 id="referral-title" className="serif text-[2rem]/10">
          {t('Refer & Earn')}
        </h2>
        <p className="max-w-[52ch] text-[1.1875rem]/7 text-on-petrol-2">
          {richText(
            'Share your link. When a friend registers with it and buys a first package, you receive {share} of its base coins.',
            { share: <ReferralShare /> },
          )}
        </p>
        <Button variant="brass" size="lg" asChild>
          <AppLink href={target}>{buttonText(isAuthenticated, isAdmin)}</AppLink>
        </Button>
      </div>
    </section>
  )
}

function buttonText(isAuthenticated: boolean, isAdmin: boolean): string {
  if (isAdmin) return t('Go to Dashboard')
  return isAuthenticated ? t('See your referrals') : t('Get your referral link')
}
