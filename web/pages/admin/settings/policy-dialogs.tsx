import { useState } from 'react'
import { changePolicy } from '../../../../contract/endpoints/policies.ts'
import {
  changeSubjects,
  moneySubjects,
  policyOutcomes,
  policyScopes,
  type Policy,
} from '../../../../contract/policies.ts'
import { policyOutcomeNames, policyScopeNames, policySubjectNames } from '../../../../contract/policy-names.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { isAboutChanges, isHeld, readPolicy, toPolicyForm, type PolicyForm } from './policy-form.ts'

interface ChangePolicyDialogProps {
  /** The rule to change; without it, one is added. */
  policy?: Policy
  onClosed: () => void
}

/** Adds a rule, or changes the amount and the hours of one. */
export function ChangePolicyDialog({ policy, onClosed }: ChangePolicyDialogProps) {
  const [form, setForm] = useState(() => toPolicyForm(policy))
  const [isChecked, setIsChecked] = useState(false)
  const asking = useChange()
  const { over, hours } = readPolicy(form)
  const set = (part: Partial<PolicyForm>) => setForm({ ...form, ...part })
  const { subject, scope, outcome } = form
  const isMoney = !isAboutChanges(subject)
  const act = async (reason: string) => {
    const rule = isMoney ? { subject, scope, outcome } : ({ subject, scope: 'single', outcome: 'second' } as const)
    await asking.send({ ...rule, over_usd: over.value ?? null, hold_hours: hours.value ?? null, reason })
  }
  return (
    <ReasonDialog
      title={policy ? t('Change the rule') : t('Add a rule')}
      description={waitingText}
      actionLabel={policy ? t('Ask for the change') : t('Ask for the rule')}
      draftKey="policy-reason"
      check={() => {
        setIsChecked(true)
        return over.fault === undefined && hours.fault === undefined
      }}
      act={act}
      done={asking.done}
      onClosed={onClosed}
    >
      {!policy && <RuleFields form={form} set={set} />}
      {isMoney && (
        <Field label={t('Amount')} error={isChecked ? over.fault : undefined}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            required
            trail="USD"
            value={form.over}
            onChange={({ target }) => set({ over: target.value })}
          />
        </Field>
      )}
      {isHeld(form) && (
        <Field label={t('Hours')} error={isChecked ? hours.fault : undefined}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            required
            trail={t('hours')}
            value={form.hours}
            onChange={({ target }) => set({ hours: target.value })}
          />
        </Field>
      )}
    </ReasonDialog>
  )
}

interface RuleFieldsProps {
  form: PolicyForm
  set: (part: Partial<PolicyForm>) => void
}

/** The choices that make a rule another one. */
function RuleFields({ form: { subject, scope, outcome }, set }: RuleFieldsProps) {
  const outcomes = subject === 'adjustment' ? policyOutcomes.filter((one) => one === 'second') : policyOutcomes
  return (
    <>
      <Choice
        label={t('Rule for')}
        value={subject}
        offered={[...moneySubjects, ...changeSubjects]}
        names={policySubjectNames}
        onChange={(next) => set({ subject: next, outcome: next === 'adjustment' ? 'second' : outcome })}
      />
      {!isAboutChanges(subject) && (
        <>
          <Choice
            label={t('What is compared')}
            value={scope}
            offered={policyScopes}
            names={policyScopeNames}
            onChange={(next) => set({ scope: next })}
          />
          <Choice
            label={t('What happens above the amount')}
            value={outcome}
            offered={outcomes}
            names={policyOutcomeNames}
            onChange={(next) => set({ outcome: next })}
          />
        </>
      )}
    </>
  )
}

interface ChoiceProps<Name extends string> {
  label: string
  value: Name
  offered: readonly Name[]
  names: Record<Name, string>
  onChange: (next: Name) => void
}

function Choice<Name extends string>({ label, value, offered, names, onChange }: ChoiceProps<Name>) {
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(offered.find((one) => one === target.value) ?? value)}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface RemovePolicyDialogProps {
  policy: Policy
  /** The rule as a sentence. */
  rule: string
  onClosed: () => void
}

/** Removes a rule. */
export function RemovePolicyDialog({ policy, rule, onClosed }: RemovePolicyDialogProps) {
  const { subject, scope, outcome } = policy
  const asking = useChange()
  return (
    <ReasonDialog
      title={t('Remove the rule?')}
      description={
        <>
          <p>{`${policySubjectNames[subject]}: ${rule}`}</p>
          <p>{waitingText}</p>
        </>
      }
      actionLabel={t('Ask for the removal')}
      draftKey="policy-reason"
      tone="bad-solid"
      act={(reason) => asking.send({ subject, scope, outcome, over_usd: null, hold_hours: null, reason })}
      done={asking.done}
      onClosed={onClosed}
    />
  )
}

const waitingText = t(
  'The change waits for another owner, or for 24 hours if there is none. All owners get a mail. You are asked to confirm that it is you.',
)

/** Sends a change of a rule, and says what became of it. */
function useChange() {
  const [isProposed, setIsProposed] = useState(true)
  return {
    send: async (body: Parameters<typeof sendChange>[0]) => {
      const answer = await sendChange(body)
      setIsProposed(answer.is_proposed)
      refetchTopics(['settings'])
    },
    done: isProposed ? toasts.changeProposed : { title: t('The rule has changed.') },
  }
}

type PolicyChange = Pick<Policy, 'subject' | 'scope' | 'outcome'> & {
  over_usd: string | null
  hold_hours: string | null
  reason: string
}

async function sendChange(body: PolicyChange) {
  return call(changePolicy, { body })
}
