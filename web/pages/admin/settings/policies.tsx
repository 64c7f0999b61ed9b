import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changePolicy } from '../../../../contract/endpoints/policies.ts'
import { formatUsd } from '../../../../contract/money.ts'
import type { Policy } from '../../../../contract/policies.ts'
import { policyOutcomeNames, policyScopeNames, policySubjectNames } from '../../../../contract/policy-names.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangePolicyDialog, RemovePolicyDialog } from './policy-dialogs.tsx'
import { isAboutChanges } from './policy-form.ts'
import { policiesQuery } from './settings-queries.ts'

type Question = { act: 'add' } | { act: 'change' | 'remove'; policy: Policy }

/** The rules that say when one administrator is not enough. */
export function PoliciesSection() {
  const read = useQuery(policiesQuery)
  const mayChange = useMay()(changePolicy)
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)
  const items = read.data?.items
  return (
    <Card id="rules" title={t('Rules for a second administrator')} className="grid gap-4">
      <p className="max-w-prose text-sm text-ink-2">
        {t(
          'Above these amounts, one administrator is not enough. An amount is what was paid or what all coins are worth at the rate, whichever is more. A change of a rule always waits for a second owner, or for 24 hours where there is none.',
        )}
      </p>
      <ReadProblem reads={[read]} />
      {read.isPending && <Skeleton className="h-24" />}
      {items?.length === 0 && (
        <EmptyState title={t('There is no rule. One administrator can decide and change everything.')} />
      )}
      {items && items.length > 0 && (
        <ul className="grid divide-y divide-line">
          {items.map((policy) => (
            <Rule
              key={keyOf(policy)}
              policy={policy}
              onAsk={mayChange ? (act) => setQuestion({ act, policy }) : undefined}
            />
          ))}
        </ul>
      )}
      {mayChange && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setQuestion({ act: 'add' })}>
          {t('Add a rule')}
        </Button>
      )}
      {question?.act === 'add' && <ChangePolicyDialog onClosed={close} />}
      {question?.act === 'change' && <ChangePolicyDialog policy={question.policy} onClosed={close} />}
      {question?.act === 'remove' && (
        <RemovePolicyDialog policy={question.policy} rule={sentenceOf(question.policy)} onClosed={close} />
      )}
    </Card>
  )
}

interface RuleProps {
  policy: Policy
  onAsk?: ((act: 'change' | 'remove') => void) | undefined
}

function Rule({ policy, onAsk }: RuleProps) {
  const sentence = sentenceOf(policy)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-72">
        <span className="font-semibold">{policySubjectNames[policy.subject]}</span>
        <span className="block text-sm text-ink-2">{sentence}</span>
      </p>
      {onAsk && (
        <div className="flex gap-2">
          {!isAboutChanges(policy.subject) && (
            <Button variant="ghost" size="sm" aria-label={labelOf(t('Change'), policy)} onClick={() => onAsk('change')}>
              {t('Change')}
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label={labelOf(t('Remove'), policy)} onClick={() => onAsk('remove')}>
            {t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function keyOf({ subject, scope, outcome }: Policy): string {
  return [subject, scope, outcome].join()
}

function labelOf(act: string, policy: Policy): string {
  return `${act}: ${policySubjectNames[policy.subject]}, ${policyScopeNames[policy.scope]}, ${policyOutcomeNames[policy.outcome]}`
}

/** "Over $10,000.00 in one decision: a second administrator must approve, too." */
function sentenceOf({ subject, scope, outcome, over_usd: over, hold_hours: hours }: Policy): string {
  if (isAboutChanges(subject)) return t('Always need a second owner.')
  const values = { amount: formatUsd(over), scope: policyScopeNames[scope] }
  return outcome === 'second'
    ? t('Over {amount} {scope}: a second administrator must approve, too.', values)
    : tn(
        'Over {amount} {scope}: held for {count} hour after the request.',
        'Over {amount} {scope}: held for {count} hours after the request.',
        hours ?? 0,
        values,
      )
}
