import { useQuery } from '@tanstack/react-query'
import { t, tn } from '../../../../contract/translate.ts'
import { waitText } from '../../../../contract/wait-text.ts'
import type { Verification } from '../../../../contract/verification.ts'
import { VerificationNotice } from '../../../features/verification/verification-notice.tsx'
import { verificationQuery } from '../../../features/verification/verification-query.ts'
import { Card } from '../../../ui/card.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { AgoText } from '../../../ui/time-text.tsx'
import { FindingItem } from './finding.tsx'

/** The last checks of the books, and what they have found. */
export function VerificationCard() {
  const read = useQuery(verificationQuery)
  return (
    <Card title={t('Check of the books')} className="grid gap-3">
      <ReadProblem reads={[read]} />
      {read.data && <Checks verification={read.data} />}
    </Card>
  )
}

function Checks({ verification }: { verification: Verification }) {
  const { state, whole, balances, findings } = verification
  return (
    <>
      <VerificationNotice verification={verification} />
      {state === 'good' && <p>{t('The entries of the ledger agree with one another.')}</p>}
      <dl>
        <FactRow name={t('Everything was checked')}>
          <RunText run={whole} />
        </FactRow>
        {whole && <FactRow name={t('Movements')}>{whole.movements}</FactRow>}
        {whole && whole.reach_seconds !== null && (
          <FactRow name={t('Time until a changed row is found')}>{waitText(whole.reach_seconds)}</FactRow>
        )}
        {balances && (
          <FactRow name={t('Balances were checked')}>
            <RunText run={balances} />
          </FactRow>
        )}
      </dl>
      {findings.length > 0 && (
        <ul className="grid gap-4">
          {findings.map((finding) => (
            <li key={finding.id}>
              <FindingItem finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function RunText({ run }: { run: Verification['whole'] }) {
  if (!run) return t('Never')
  return (
    <>
      <AgoText value={run.finished_at} />{' '}
      <span className="text-ink-3">
        {tn('in {count} second', 'in {count} seconds', Math.max(1, Math.round(run.seconds)))}
      </span>
    </>
  )
}
