import { useMemo, useState } from 'react'
import { formatCoins } from '../../../../contract/money.ts'
import { keepOrder, t } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ChartFrame } from '../../../ui/chart-frame.tsx'
import { ChartLine, ChartPlot } from '../../../ui/chart-plot.tsx'
import { formatDate, formatMoment } from '../../../ui/format-time.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { drawBalance, pointIndexAt, summariseBalance, type BalancePoint } from './balance-line.ts'

interface BalanceChartProps {
  /** The points in order, at least one. The last one is now. */
  points: readonly BalancePoint[]
}

/** A step line of the balance. The pointer, a finger or the arrow keys choose a moment to read. */
export function BalanceChart({ points }: BalanceChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const line = useMemo(() => drawBalance(points), [points])
  const last = points.length - 1
  const index = Math.min(chosen ?? last, last)
  const [first, point, place] = [points[0], points[index], line.places[index]]
  if (!first || !point || !place) throw new Error('a balance chart needs a point')

  return (
    <figure className="flex flex-1 flex-col">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Amount value={formatCoins(point.balance_coins)} unit="ET" className="text-xl font-semibold" />
        <span className="text-sm text-ink-3">{index === last ? t('now') : <TimeText value={point.at} />}</span>
      </p>
      <ChartFrame
        name={t('Moment')}
        count={points.length}
        chosen={chosen}
        onChoose={setChosen}
        indexAt={(share) => pointIndexAt(line.places, share * 100)}
        textOf={(at) => textOf(points[at], at === last)}
        className="min-h-40 lg:max-h-80"
      >
        <Plot line={line} label={sentenceOf(points)} />
        <Marker place={place} hasLine={index !== last} />
      </ChartFrame>
      <figcaption dir="ltr" className="mt-2 flex justify-between gap-4 text-2xs font-medium text-ink-3">
        <span dir="auto">{formatDay(first.at)}</span>
        <span>{t('Today')}</span>
      </figcaption>
    </figure>
  )
}

function Marker({ place: { x, y }, hasLine }: { place: { x: number; y: number }; hasLine: boolean }) {
  return (
    <>
      {hasLine && (
        <span aria-hidden="true" className="absolute inset-y-0 border-s border-line-strong" style={{ left: `${x}%` }} />
      )}
      <span
        aria-hidden="true"
        className="absolute -ms-1 -mt-1 size-2 rounded-full bg-c1"
        style={{ left: `${x}%`, top: `${y}%` }}
      />
    </>
  )
}

function Plot({ line, label }: { line: ReturnType<typeof drawBalance>; label: string }) {
  return (
    <>
      <ChartPlot label={label}>
        {line.area && <path d={line.area} className="fill-brand-soft" />}
        {line.ticks.map(({ value, y }) => (
          <ChartLine key={value} path={`M0 ${y}H100`} className="stroke-line" />
        ))}
        <ChartLine path={line.path} className="stroke-c1" widthPx={2} />
      </ChartPlot>
      {line.ticks.map(({ value, y }) => (
        <span
          key={value}
          aria-hidden="true"
          className="absolute start-1 -translate-y-full text-2xs font-medium text-ink-3"
          style={{ top: `${y}%` }}
        >
          {formatCoins(value)}
        </span>
      ))}
    </>
  )
}

function textOf(point: BalancePoint | undefined, isLast: boolean): string {
  if (!point) return ''
  const coins = keepOrder(`${formatCoins(point.balance_coins)} ET`)
  return isLast ? t('{coins}, now', { coins }) : `${coins}, ${formatTime(point.at)}`
}

function sentenceOf(points: readonly BalancePoint[]): string {
  const { first, last, lowest, highest } = summariseBalance(points)
  const coins = ({ balance_coins }: BalancePoint) => keepOrder(`${formatCoins(balance_coins)} ET`)
  return t(
    'Balance since {start}: {first} at first, {last} now; lowest {lowest} on {lowestDay}, highest {highest} on {highestDay}.',
    {
      start: formatDay(first.at),
      first: coins(first),
      last: coins(last),
      lowest: coins(lowest),
      lowestDay: formatDay(lowest.at),
      highest: coins(highest),
      highestDay: formatDay(highest.at),
    },
  )
}

function formatDay(at: string): string {
  return formatDate(new Date(at), new Date())
}

function formatTime(at: string): string {
  return formatMoment(new Date(at), new Date())
}
