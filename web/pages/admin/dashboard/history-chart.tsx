import { useMemo } from 'react'
import { formatCoins, formatCompact, formatUsd, type Decimal } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { dayText } from '../../../features/data-list/day-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { barIndexAt } from '../../../ui/bar-index-at.ts'
import { ChartFrame } from '../../../ui/chart-frame.tsx'
import { ChartLine, ChartPlot, ChosenBar } from '../../../ui/chart-plot.tsx'
import { drawBars, type Bars, type DaySpan } from './bars.ts'

/** One of the charts. */
export interface Measure {
  name: string
  unit: string | undefined
  valueOf: (span: DaySpan) => Decimal
  /** Returns a second figure for a span, shown below the first. */
  noteOf: (span: DaySpan) => string
  fill: string
}

export const measures: readonly Measure[] = [
  {
    name: t('Purchases'),
    unit: 'ET',
    valueOf: (span) => span.purchases_coins,
    noteOf: (span) => t('worth {amount}', { amount: formatUsd(span.purchases_usd) }),
    fill: 'fill-c1',
  },
  { name: t('Withdrawals'), unit: 'ET', valueOf: (span) => span.withdrawals_coins, noteOf: () => '', fill: 'fill-c2' },
  {
    name: t('New members'),
    unit: undefined,
    valueOf: (span) => String(span.new_members),
    noteOf: (span) => t('{count} in all', { count: formatCoins(String(span.members)) }),
    fill: 'fill-c3',
  },
]

interface HistoryChartProps {
  measure: Measure
  /** The spans in order, at least one. */
  spans: readonly DaySpan[]
  /** The sum of all spans. */
  whole: DaySpan
  chosen: number | null
  onChoose: (index: number | null) => void
}

/** Bars over time. The text shows the bar that the pointer, a finger or the arrow keys choose, otherwise the sum. */
export function HistoryChart({ measure, spans, whole, chosen, onChoose }: HistoryChartProps) {
  const { name, unit, valueOf, noteOf, fill } = measure
  const bars = useMemo(() => drawBars(spans.map(valueOf)), [spans, valueOf])
  const shown = (chosen === null ? undefined : spans[chosen]) ?? whole
  const note = noteOf(shown)
  return (
    <figure aria-label={name} className="flex min-w-0 flex-col">
      <h3 className="text-sm text-ink-2">{name}</h3>
      <p>
        <Amount value={formatCoins(valueOf(shown))} unit={unit} className="text-xl font-semibold" />
      </p>
      <p className="mb-1 text-sm text-ink-3 md:min-h-10 xl:min-h-5">
        {[spanText(shown), note].filter(Boolean).join(' · ')}
      </p>
      <ChartFrame
        name={spans.length > 1 && spans[0]?.from !== spans[0]?.to ? t('Week') : t('Day')}
        count={spans.length}
        chosen={chosen}
        onChoose={onChoose}
        indexAt={(share) => barIndexAt(spans.length, share)}
        textOf={(index) => textOf(measure, spans[index])}
        isChosenOnFocus
        className="h-28 flex-none"
      >
        <ChosenBar index={chosen} count={spans.length} />
        <ChartPlot label={sentenceOf(measure, spans, whole, bars)}>
          <path d={bars.path} className={fill} />
          <ChartLine path="M0 100H100" className="stroke-line-strong" />
          {bars.highest !== undefined && <ChartLine path="M0 0H100" className="stroke-line" />}
        </ChartPlot>
        {bars.highest !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute start-0 -top-5 text-2xs font-medium text-ink-3"
          >
            {formatCompact(valueOf(spans[bars.highest] ?? whole))}
          </span>
        )}
      </ChartFrame>
      <p dir="ltr" aria-hidden="true" className="mt-2 flex justify-between gap-4 text-2xs font-medium text-ink-3">
        <span dir="auto">{dayText(whole.from)}</span>
        <span dir="auto">{dayText(whole.to)}</span>
      </p>
    </figure>
  )
}

/** 14 Nov, or 14 Nov to 20 Nov. */
export function spanText({ from, to }: DaySpan): string {
  return from === to ? dayText(from) : t('{from} to {to}', { from: dayText(from), to: dayText(to) })
}

function textOf({ unit, valueOf }: Measure, span: DaySpan | undefined): string {
  return span ? t('{days}: {amount}', { days: spanText(span), amount: withUnit(valueOf(span), unit) }) : ''
}

function sentenceOf(
  { name, unit, valueOf }: Measure,
  spans: readonly DaySpan[],
  whole: DaySpan,
  { highest }: Bars,
): string {
  const sum = { name, days: spanText(whole), amount: withUnit(valueOf(whole), unit) }
  const most = highest === undefined ? undefined : spans[highest]
  if (!most) return t('{name}, {days}: {amount} altogether.', sum)
  return t('{name}, {days}: {amount} altogether; most in {mostDays}, {mostAmount}.', {
    ...sum,
    mostDays: spanText(most),
    mostAmount: withUnit(valueOf(most), unit),
  })
}

function withUnit(value: Decimal, unit: string | undefined): string {
  return unit ? `${formatCoins(value)} ${unit}` : formatCoins(value)
}
