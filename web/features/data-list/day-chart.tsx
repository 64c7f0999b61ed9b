import { useMemo, useState } from 'react'
import { formatCoins } from '../../../contract/money.ts'
import { t, tc, tn } from '../../../contract/translate.ts'
import { barIndexAt } from '../../ui/bar-index-at.ts'
import { ChartFrame } from '../../ui/chart-frame.tsx'
import { ChartLine, ChartPlot, ChosenBar } from '../../ui/chart-plot.tsx'
import { drawDays, summariseDays, type DayBars, type DayTotals } from './day-bars.ts'
import { dayText } from './day-text.ts'
import { CoinsInOrOut } from './coins-in-or-out.tsx'

interface DayChartProps {
  /** The days in order, at least one. */
  days: readonly DayTotals[]
}

/**
 * Coins in above a line and coins out below it, day by day. The pointer, a finger or the arrow keys choose a day to
 * read.
 */
export function DayChart({ days }: DayChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const bars = useMemo(() => drawDays(days), [days])
  const day = chosen === null ? undefined : days[chosen]
  return (
    <figure>
      <Readout days={day ? [day] : days} />
      <ChartFrame
        name={t('Day')}
        count={days.length}
        chosen={chosen}
        onChoose={setChosen}
        indexAt={(share) => barIndexAt(days.length, share)}
        textOf={(index) => valueText(days[index])}
        isChosenOnFocus
        className="h-44 flex-none"
      >
        <ChosenBar index={chosen} count={days.length} />
        <Plot bars={bars} label={sentenceOf(days)} />
      </ChartFrame>
      <figcaption dir="ltr" className="mt-2 flex justify-between gap-4 text-2xs font-medium text-ink-3">
        <span dir="auto">{dayText(days[0]?.day)}</span>
        {/* Times in the list are in the reader's time zone. */}
        <span dir="auto">{t('Days in UTC')}</span>
        <span dir="auto">{dayText(days.at(-1)?.day)}</span>
      </figcaption>
    </figure>
  )
}

/** The coins that moved on one day, or on all days together. The colours serve as the legend. */
function Readout({ days }: DayChartProps) {
  const { coins_in, coins_out, count } = summariseDays(days)
  const name = days.length === 1 ? dayText(days[0]?.day) : tn('{count} day', '{count} days', days.length)
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <span className="text-sm text-ink-2">
        {tn('{days}, {count} transaction', '{days}, {count} transactions', count, { days: name })}
      </span>
      <span className="flex items-baseline gap-2">
        <span aria-hidden="true" className="size-2.5 rounded-1 bg-c1" />
        <span className="text-sm text-ink-2">{tc('coins', 'In')}</span>
        <CoinsInOrOut coins={coins_in} unit="ET" direction="in" className="font-semibold" />
      </span>
      <span className="flex items-baseline gap-2">
        <span aria-hidden="true" className="size-2.5 rounded-1 bg-c2" />
        <span className="text-sm text-ink-2">{tc('coins', 'Out')}</span>
        <CoinsInOrOut coins={coins_out} unit="ET" direction="out" className="font-semibold" />
      </span>
    </p>
  )
}

function Plot({ bars, label }: { bars: DayBars; label: string }) {
  return (
    <>
      <ChartPlot label={label}>
        <path d={bars.inPath} className="fill-c1" />
        <path d={bars.outPath} className="fill-c2" />
        <ChartLine path={`M0 ${bars.zeroY}H100`} className="stroke-line-strong" />
        {bars.ticks.map(({ side, y }) => (
          <ChartLine key={side} path={`M0 ${y}H100`} className="stroke-line" />
        ))}
      </ChartPlot>
      {bars.ticks.map(({ value, side, y }) => (
        <span
          key={side}
          aria-hidden="true"
          className="pointer-events-none absolute start-0 -translate-y-full rounded-1 bg-surface/80 px-1 text-2xs font-medium text-ink-3 data-[side=in]:translate-y-0"
          data-side={side}
          style={{ top: `${y}%` }}
        >
          {side === 'in'
            ? t('In {coins}', { coins: formatCoins(value) })
            : t('Out {coins}', { coins: formatCoins(value) })}
        </span>
      ))}
    </>
  )
}

function sentenceOf(days: readonly DayTotals[]): string {
  const { coins_in, coins_out, mostIn, mostOut } = summariseDays(days)
  const range = { from: dayText(days[0]?.day), to: dayText(days.at(-1)?.day) }
  if (!mostIn || !mostOut) return t('Coins in and out per day, {from} to {to}.', range)
  return t(
    'Coins in and out per day, {from} to {to}: {coinsIn} ET in and {coinsOut} ET out altogether; most in on {dayIn}, {mostIn} ET; most out on {dayOut}, {mostOut} ET.',
    {
      ...range,
      coinsIn: formatCoins(coins_in),
      coinsOut: formatCoins(coins_out),
      dayIn: dayText(mostIn.day),
      mostIn: formatCoins(mostIn.coins_in),
      dayOut: dayText(mostOut.day),
      mostOut: formatCoins(mostOut.coins_out),
    },
  )
}

function valueText(day: DayTotals | undefined): string {
  if (!day) return ''
  return t('{day}: {coinsIn} ET in, {coinsOut} ET out', {
    day: dayText(day.day),
    coinsIn: formatCoins(day.coins_in),
    coinsOut: formatCoins(day.coins_out),
  })
}
