import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { payoutLinesMax, recordPayouts } from '../../../../contract/endpoints/payouts.ts'
import { errors } from '../../../../contract/errors.ts'
import type { RecordedLine } from '../../../../contract/payouts.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FoldCard } from '../../../ui/fold-card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { parseLines, type ParsedLine } from './parse-lines.ts'

interface Judged {
  place: number
  text: string
  outcome: RecordedLine['outcome'] | 'unread'
}

/** Sends the lines that can be read, and gives each line of the list its outcome. */
async function record(sent: ParsedLine[]): Promise<Judged[]> {
  const lines = sent.flatMap(({ line }) => (line === null ? [] : [line]))
  const answers = lines.length === 0 ? [] : (await call(recordPayouts, { body: { lines } })).lines
  const outcomes = answers.values()
  return sent.map(({ text, line }, place) => ({
    place,
    text,
    outcome: line === null ? 'unread' : (outcomes.next().value?.outcome ?? 'unread'),
  }))
}

/** Records many transactions at once. Lines that are refused stay in the field, to be corrected. */
export function PastedList() {
  const [text, setText] = useState('')
  const [judged, setJudged] = useState<Judged[]>([])
  const parsed = parseLines(text)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: record,
    onSuccess: (outcomes) => {
      setJudged(outcomes)
      setText(
        outcomes
          .filter((line) => !isSettled(line))
          .map((line) => line.text)
          .join('\n'),
      )
      refetchTopics(['requests'])
    },
  })
  const isTooLong = parsed.length > payoutLinesMax
  return (
    <FoldCard title={t('Paste a list of transactions')}>
      <div className="grid gap-4">
        <Field
          label={t('List')}
          hint={t('On each line the number of a request, or its address, and the hash. Each line is judged alone.')}
          error={isTooLong ? t('At most {count} lines at once.', { count: String(payoutLinesMax) }) : undefined}
        >
          <Textarea
            className="mono"
            rows={6}
            spellCheck={false}
            value={text}
            readOnly={isPending}
            onChange={(event) => {
              reset()
              setText(event.target.value)
            }}
          />
        </Field>
        {error && (
          <Notice tone="bad" role="alert">
            {messageOf(error)}
          </Notice>
        )}
        <div>
          <Button busy={isPending} disabled={parsed.length === 0 || isTooLong} onClick={() => mutate(parsed)}>
            {tn('Record {count} line', 'Record {count} lines', parsed.length)}
          </Button>
        </div>
        <Outcomes judged={judged} />
      </div>
    </FoldCard>
  )
}

const isSettled = ({ outcome }: Judged) => outcome === 'recorded' || outcome === 'unchanged'

function Outcomes({ judged }: { judged: Judged[] }) {
  if (judged.length === 0) return null
  const settled = judged.filter(isSettled).length
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className="font-semibold">
        {t('{count} of {all} lines are on record.', { count: String(settled), all: String(judged.length) })}
      </p>
      <ul className="grid gap-2">
        {judged.map((line) => (
          <li key={line.place} className={isSettled(line) ? 'text-ink-2' : 'text-bad'}>
            <span className="mono block break-all">{line.text}</span>
            {outcomeText(line)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function outcomeText({ outcome }: Judged): string {
  if (outcome === 'recorded') return t('Recorded.')
  if (outcome === 'unchanged') return t('It was on record already.')
  return outcome === 'unread' ? t('No number or address, or no hash, was found in this line.') : errors[outcome].message
}
