import { useState } from 'react'
import { ActionBar } from '../action-bar.tsx'
import { Amount } from '../amount.tsx'
import { Card } from '../card.tsx'
import { barIndexAt } from '../bar-index-at.ts'
import { ChartFrame } from '../chart-frame.tsx'
import { ChartPlot, ChosenBar } from '../chart-plot.tsx'
import { CodeField } from '../code-field.tsx'
import { PasskeyButton } from '../passkey-button.tsx'
import { HideAmountsButton } from '../hide-amounts-button.tsx'
import { FactRow } from '../fact-row.tsx'
import { FoldCard } from '../fold-card.tsx'
import { LoadMore } from '../load-more.tsx'
import { PasswordRules } from '../password-rules.tsx'
import { PrintedSheet } from '../printed-sheet.tsx'
import { ReadProblem, type ReadState } from '../read-problem.tsx'
import { MissingFigure, RowSkeletons } from '../skeleton.tsx'
import { Spinner } from '../spinner.tsx'
import { StaleNote } from '../stale-note.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'

/** The parts while data loads, is missing or has failed to load, and with words that are too long. */
export function StateSection() {
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <Waiting />
        <Failed />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <Codes />
        <Facts />
      </div>
      <LongWords />
      <PrintedSheet kind="Receipt" at={new Date('2026-11-20T14:02:11Z')} className="p-5">
        <p className="my-6">A sheet of paper, light in every theme.</p>
      </PrintedSheet>
    </>
  )
}

function Waiting() {
  return (
    <Card title="On its way" className="grid content-start gap-4">
      <p className="flex items-center gap-3">
        <Spinner /> Loading…
      </p>
      <RowSkeletons />
      <LoadMore more={{ load: () => {}, isLoading: true, hasFailed: false }} />
    </Card>
  )
}

const never = async () => {}
const failed: ReadState = {
  isError: true,
  isPending: false,
  errorUpdateCount: 1,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: never,
}

function Failed() {
  return (
    <Card title="Not there" className="grid content-start gap-4">
      <ReadProblem reads={[failed]} />
      <ReadProblem reads={[{ ...failed, dataUpdatedAt: Date.parse('2026-11-20T14:02:00Z') }]} />
      <ReadProblem reads={[{ ...failed, isFetching: true }]} />
      <StaleNote at={Date.parse('2026-11-20T14:02:00Z')} isRetrying={false} onRetry={() => {}} />
      <StaleNote at={Date.parse('2026-11-20T14:02:00Z')} isRetrying onRetry={() => {}} />
      <p>
        A figure that could not be read: <MissingFigure hasFailed />
      </p>
      <LoadMore more={{ load: () => {}, isLoading: false, hasFailed: true }} />
      <LoadMore more={{ load: () => {}, isLoading: false, hasFailed: false }} size="sm" />
    </Card>
  )
}

function Codes() {
  const [error, setError] = useState<string | undefined>('This code is not correct.')
  return (
    <Card title="Codes and passwords" className="grid content-start gap-4">
      <PasskeyButton onClick={() => {}} busy={false} />
      <CodeField error={error} onChange={() => setError(undefined)} />
      {['', 'coins', 'Many Coins 9'].map((password) => (
        <p key={password} className="text-sm text-ink-3">
          <PasswordRules password={password} />
        </p>
      ))}
      <form onSubmit={(event) => event.preventDefault()}>
        <ActionBar>
          <SubmitButton>Submit request</SubmitButton>
          <SubmitButton busy>Submit request</SubmitButton>
          <SubmitButton disabled variant="ghost">
            Not yet
          </SubmitButton>
        </ActionBar>
      </form>
    </Card>
  )
}

function Facts() {
  const [isHidden, setIsHidden] = useState(false)
  return (
    <FoldCard
      title="Facts, folded on a phone"
      aside={<HideAmountsButton isHidden={isHidden} onToggle={() => setIsHidden(!isHidden)} />}
    >
      <dl>
        <FactRow name="You receive">
          <Amount value={isHidden ? '••••' : '27,500'} unit="ET" />
        </FactRow>
        <FactRow name="Wallet address">
          <span className="mono break-all">TQn9Y2khEsLJW1ChVWFMSMeRDow5Kc8yf7</span>
        </FactRow>
        <FactRow name="Rate">
          $0.01000 <VisuallyHidden>per coin</VisuallyHidden>
        </FactRow>
      </dl>
      <Bars />
    </FoldCard>
  )
}

const bars = [4, 9, 6, 12, 3, 8, 10].map((height, index) => ({ day: index + 1, height }))

function Bars() {
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <ChartFrame
      name="Day"
      count={bars.length}
      chosen={chosen}
      onChoose={setChosen}
      indexAt={(share) => barIndexAt(bars.length, share)}
      textOf={(index) => `Day ${index + 1}: ${bars[index]?.height ?? 0}`}
      className="mt-4 h-24"
    >
      <ChosenBar index={chosen} count={bars.length} />
      <ChartPlot label="Seven days" className="fill-c1">
        {bars.map(({ day, height }) => (
          <rect key={day} x={(day - 0.9) * 14} y={100 - height * 8} width={11} height={height * 8} />
        ))}
      </ChartPlot>
    </ChartFrame>
  )
}

function LongWords() {
  const name = 'Wolfeschlegelsteinhausenbergerdorff Nguyễn-Papadimitriou von und zu Hohenstein'
  return (
    <Card title={`A card that is named after ${name}`} className="grid gap-3">
      <p className="text-ink-2">
        {name}, who lives in Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, has{' '}
        <Amount value="18,420,113,999,999.9999" unit="ET" />.
      </p>
    </Card>
  )
}
