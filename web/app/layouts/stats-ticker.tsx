import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t, tc } from '../../../contract/translate.ts'
import {
  compare,
  formatCoins,
  formatCompact,
  formatCompactUsd,
  formatUsd,
  type Decimal,
} from '../../../contract/money.ts'
import { LiveRate } from '../../features/live-rate/live-rate.tsx'
import { useConnection } from '../../lib/connection.ts'
import { mustEnrol } from '../../lib/enrolment.ts'
import { globalStatsQuery, settingsQuery } from '../../lib/public-queries.ts'
import { useSession } from '../../lib/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { hasFailed } from '../../ui/has-failed.ts'
import { MissingFigure } from '../../ui/skeleton.tsx'
import { Ticker, TickerItem, TickerRow } from '../../ui/ticker.tsx'
import { NewReleaseNotice } from './new-release-notice.tsx'

interface StatsTickerProps {
  ownFigures?: ReactNode
  /** The package badge, for screens on which the bar has no room for it. */
  ownBadge?: ReactNode
}

/** Shows the platform's figures, unless the person has figures of their own. */
export function StatsTicker({ ownFigures, ownBadge }: StatsTickerProps) {
  const { session } = useSession()
  return (
    <Ticker label={t('Live rate and figures')}>
      <ConnectionSign />
      <NewReleaseNotice />
      {mustEnrol(session) ? (
        <span className="max-sm:whitespace-normal">
          {t('Not open yet')} <b className="font-semibold text-ink">{t('Two-factor authentication comes first')}</b>
        </span>
      ) : (
        <Figures own={ownFigures} badge={ownBadge} />
      )}
    </Ticker>
  )
}

function Figures({ own, badge }: { own: ReactNode; badge: ReactNode }) {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <>
      <TickerRow>
        <LiveRate />
        {badge}
      </TickerRow>
      <TickerRow>
        {own ?? <PlatformFigures />}
        {settings?.is_demo && <DemoBadge />}
      </TickerRow>
    </>
  )
}

function DemoBadge() {
  return (
    <Badge tone="wait" className="sm:order-first" title={t('Demo: everybody here is made up')}>
      <span className="max-sm:sr-only">{t('Demo: everybody here is made up')}</span>
      <span aria-hidden="true" className="sm:hidden">
        {t('Demo')}
      </span>
    </Badge>
  )
}

/**
 * Tells of a lost connection in the ticker, where it covers and moves nothing, until the server can be reached again. On
 * a phone it takes the whole ticker.
 */
function ConnectionSign() {
  const connection = useConnection()
  return (
    <span role="status" className="contents">
      {connection !== 'up' && (
        <span className="sticky -start-4 z-10 -ms-4 flex h-full flex-none items-center gap-2 bg-bad-soft px-4 text-bad max-sm:absolute max-sm:inset-0 max-sm:ms-0 lg:-start-5 lg:-ms-5 lg:ps-5 max-sm:text-2xs/4 max-sm:whitespace-normal">
          <WifiOff aria-hidden="true" size={16} className="flex-none" />
          <span>
            <b className="font-semibold">
              {connection === 'offline' ? t('You are offline.') : t('Connection lost. Trying again…')}
            </b>{' '}
            {t('Reading and typing work; sending has to wait.')}
          </span>
        </span>
      )}
    </span>
  )
}

function PlatformFigures() {
  const stats = useQuery(globalStatsQuery)
  const { data } = stats
  const wait = hasFailed(stats) ? <MissingFigure hasFailed /> : undefined
  return (
    <>
      <TickerItem label={t('Circulation')}>{data ? <Circulation coins={data.balance_coins} /> : wait}</TickerItem>
      <TickerItem label={t('Total invested')}>{data ? <Invested usd={data.total_supply_usd} /> : wait}</TickerItem>
    </>
  )
}

// Before there are any coins, a zero would look like a figure.

function Circulation({ coins }: { coins: Decimal }) {
  if (compare(coins, '0') === 0) return tc('circulation', 'None yet')
  return <Amount value={formatCompact(coins)} unit="ET" full={formatCoins(coins)} />
}

function Invested({ usd }: { usd: Decimal }) {
  if (compare(usd, '0') === 0) return tc('total invested', 'None yet')
  return <Amount value={formatCompactUsd(usd)} full={formatUsd(usd)} />
}
