import { Pause, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../../contract/translate.ts'
import { formatDecimal, formatRate } from '../../../contract/money.ts'
import { Button } from '../../ui/button.tsx'
import { dateLocale } from '../../ui/format-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TickerItem } from '../../ui/ticker.tsx'
import { pauseMovement, useLiveRate, type LiveRateState } from './live-rate-store.ts'
import { trendOf } from './live-trend.ts'
import { TrendArrow } from './trend-arrow.tsx'
import { aboutRate } from './trend-text.ts'

/** The platform's rate in the ticker, with its indicator. The button beside it explains both. */
export function LiveRate() {
  const id = useId()
  const live = useLiveRate()
  const about = aboutRate(live)
  return (
    <div className="flex flex-none items-baseline gap-2">
      <TickerItem label={t('Live rate')}>{live.rate && <span>{formatRate(live.rate, 4)}</span>}</TickerItem>
      {/* As wide as the later button, so that the figures beside it do not move. */}
      {!live.rate && <Skeleton className="w-[78px]" />}
      {live.rate && (
        <>
          <button
            type="button"
            popoverTarget={id}
            title={about.text}
            aria-label={t('{word}, about the live rate', { word: about.word })}
            className="relative -my-1.5 inline-flex items-center gap-1.5 rounded-1 px-1.5 py-1.5 text-2xs font-semibold text-ink-2 hover:bg-line"
          >
            <TrendArrow trend={trendOf(live.points)} className="size-2.5" />
            {about.word}
          </button>
          <AboutRate id={id} live={live} />
        </>
      )}
    </div>
  )
}

function AboutRate({ id, live }: { id: string; live: LiveRateState }) {
  // Formatting a time takes long, and it changes with every poll, so a closed popover does not do it.
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div
      id={id}
      popover="auto"
      role="group"
      onBeforeToggle={({ newState }) => setIsOpen(newState === 'open')}
      aria-label={t('About the live rate')}
      className="fixed inset-auto start-3 top-[calc(var(--topbar)+var(--ticker)+6px)] m-0 w-[min(340px,calc(100vw-1.5rem))] rounded-3 border border-line bg-raised p-4 text-sm whitespace-normal text-ink shadow-2"
    >
      <p>{aboutRate(live).text}</p>
      {isOpen && live.rate && live.polledAt > 0 && (
        <p className="mt-2 text-ink-2">
          {t('{rate} USD per ET, as of {time}', {
            rate: formatDecimal(live.rate, 4),
            time: new Date(live.polledAt).toLocaleTimeString(dateLocale),
          })}
        </p>
      )}
      {live.isSimulated && <PauseButton isPaused={live.isPaused} className="mt-3" />}
    </div>
  )
}

/** Stops and continues the movement, as people must be able to stop all that moves by itself. */
export function PauseButton({ isPaused, className }: { isPaused: boolean; className?: string | undefined }) {
  return (
    <Button variant="ghost" size="sm" className={className} onClick={() => pauseMovement(!isPaused)}>
      {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      {isPaused ? t('Resume movement') : t('Pause movement')}
    </Button>
  )
}
