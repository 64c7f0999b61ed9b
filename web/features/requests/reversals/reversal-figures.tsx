import { compare } from '../../../../contract/money.ts'
import type { ReversalEffect, ReversalPreview } from '../../../../contract/reversals.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import { PersonName } from '../../../ui/person-name.tsx'

/** The effects that a reversal would have now: on each balance and debt that it touches, and on all else that it undoes or leaves. */
export function ReversalFigures({ preview }: { preview: ReversalPreview }) {
  const notes = notesOf(preview)
  return (
    <div className="grid gap-3 text-start">
      {preview.effects.map((effect) => (
        <PersonFigures key={effect.user_id} effect={effect} />
      ))}
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const roleTexts: Record<ReversalEffect['role'], string> = {
  member: t('Member'),
  recipient: t('Recipient'),
  referrer: t('Referrer'),
}

function PersonFigures({ effect }: { effect: ReversalEffect }) {
  const { full_name: name, member_id: memberId, role, coins, debt_before: debt, debt_after: debtAfter } = effect
  const isOut = coins.startsWith('-')
  const moved = coinsText(isOut ? coins.slice(1) : coins)
  return (
    <section aria-label={`${roleTexts[role]}: ${name}`} className="rounded-2 border border-line px-3 py-2 text-sm">
      <p className="text-ink-2">
        {roleTexts[role]}: <PersonName className="font-semibold text-ink">{name}</PersonName>{' '}
        <span className="mono">{memberId}</span>
      </p>
      <dl className="grid">
        <FactRow name={isOut ? t('Gives back') : t('Gets back')}>{moved}</FactRow>
        <FactRow name={t('Available coins')}>
          <Change before={effect.available_before} after={effect.available_after} />
        </FactRow>
        {(compare(debt, '0') > 0 || compare(debtAfter, '0') > 0) && (
          <FactRow name={t('Debt')}>
            <Change before={debt} after={debtAfter} />
          </FactRow>
        )}
      </dl>
    </section>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  return t('{before} → {after}', { before: coinsText(before), after: coinsText(after) })
}

function notesOf({
  first_purchase: first,
  package_name: name,
  transfers,
  payout_state: payout,
  ...rest
}: ReversalPreview) {
  return [
    ...(compare(rest.debt_coins, '0') > 0
      ? [t('Coins that are no longer there become a debt. The next coins of the person repay it.')]
      : []),
    ...(first === 'restored'
      ? [
          name === null
            ? t(
                'The first purchase is undone. The member then has no package, and the next first package earns the reward again.',
              )
            : t(
                'The first purchase is undone. The member then has the package {name}, and the next first package earns the reward again.',
                { name },
              ),
        ]
      : []),
    ...(first === 'kept'
      ? [
          t(
            'A later purchase depends on this first one. So the member keeps the package and the finished first purchase; the reward goes back all the same.',
          ),
        ]
      : []),
    ...(transfers > 0
      ? [t('The transfers on the chain that paid for it can pay for another request afterwards.')]
      : []),
    ...(payout === 'to_pay' ? [t('Its payment is cancelled and must not be sent any more.')] : []),
    ...(payout === 'untracked'
      ? [t('It was approved before payments were recorded here. Make sure that it was not paid.')]
      : []),
  ]
}
