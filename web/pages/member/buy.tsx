import { useQuery } from '@tanstack/react-query'
import { errors } from '../../../contract/errors.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { quoteBuy, readBuyAmount } from '../../features/requests/buy-quote.ts'
import { BuySuccess } from '../../features/requests/buy-success.tsx'
import type { UsdtRate } from '../../features/requests/buy-summary.tsx'
import type { DepositInstructions } from '../../features/requests/deposit-address.tsx'
import { useBuyForm } from '../../features/requests/use-buy-form.ts'
import { depositInstructionsQuery, exchangeRatesQuery, packagesQuery } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BuyForm } from './buy-form.tsx'

export function BuyPage() {
  const { profile } = useSession()
  const packages = useQuery(packagesQuery)
  const deposit = useQuery(depositInstructionsQuery)
  const rates = useQuery(exchangeRatesQuery)
  const isReady = profile && packages.data && deposit.data && !rates.isPending

  if (isReady && deposit.data.address !== null) {
    return (
      <BuyScreen
        profile={profile}
        packages={packages.data.items}
        deposit={{ ...deposit.data, address: deposit.data.address }}
        rate={toUsdtRate(rates.data)}
      />
    )
  }
  return (
    <div className="grid gap-5">
      <PageTitle>Buy coins</PageTitle>
      <ReadProblem reads={[packages, deposit]} />
      {isReady ? <Notice tone="warn">{errors.buying_closed.message}</Notice> : <BuySkeleton />}
    </div>
  )
}

interface BuyScreenProps {
  profile: Profile
  packages: readonly MembershipPackage[]
  deposit: DepositInstructions & { address: string }
  rate: UsdtRate
}

function BuyScreen({ profile, packages, deposit, rate }: BuyScreenProps) {
  const form = useBuyForm(profile, packages)
  if (form.submitted) return <BuySuccess request={form.submitted} />

  const amount = readBuyAmount(form.draft.amount)
  const prices = { topupCoinPrice: deposit.topup_coin_price, usdtRate: rate.value }
  const quote = 'coins' in amount ? quoteBuy(amount.coins, form.chosen, prices) : null
  return <BuyForm form={form} packages={packages} deposit={deposit} rate={rate} quote={quote} />
}

type Rates = NonNullable<Awaited<ReturnType<NonNullable<typeof exchangeRatesQuery.queryFn>>>>

/** Without an answer 1 stands in, as it does on the server when its provider fails. */
function toUsdtRate(rates: Rates | undefined): UsdtRate {
  const value = rates?.conversion_rates['USDT']
  if (!rates || !value) return { value: '1', isFallback: true, fetchedAt: null }
  return { value, isFallback: rates.is_fallback, fetchedAt: rates.fetched_at }
}

function BuySkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-64 w-full rounded-3" />
      <Skeleton className="h-64 w-full rounded-3" />
    </div>
  )
}
