import { compare, formatCoins, subtract, type Decimal } from '../../../../contract/money.ts'
import type { Effect } from '../../../../contract/request-review.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { profileStatusNames } from '../../../../contract/profile-status-names.ts'
import { richText } from '../../../lib/rich-text.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { balanceMeasures } from './balance-measures.ts'
import { RequesterLink } from './requester-link.tsx'

/** The effects of an approval on the balances of all members involved. */
export function EffectsTable({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return null
  return (
    <div className="overflow-hidden rounded-2 border border-line">
      <Table label={t('Balances before and after an approval')} density="compact">
        <thead>
          <tr>
            <HeaderCell>{t('Balance, ET')}</HeaderCell>
            <HeaderCell numeric>{t('Before')}</HeaderCell>
            <HeaderCell numeric>{t('After')}</HeaderCell>
            <HeaderCell numeric>{tc('by an approval', 'Change')}</HeaderCell>
          </tr>
        </thead>
        {effects.map((effect) => (
          <Person key={effect.role} effect={effect} />
        ))}
      </Table>
    </div>
  )
}

const roleNames: Record<Effect['role'], string> = {
  member: tc('part in a request', 'member'),
  recipient: tc('part in a request', 'recipient'),
  referrer: tc('part in a request', 'referrer'),
}

function Person({ effect }: { effect: Effect }) {
  return (
    <tbody className="not-first-of-type:border-t not-first-of-type:border-line">
      <tr>
        <th scope="rowgroup" colSpan={4} className="px-3 pt-2 text-start text-sm font-normal text-ink-3">
          {richText('{name}, {role}', {
            name: (
              <span className="font-semibold">
                <RequesterLink userId={effect.user_id}>
                  <PersonName>{effect.full_name}</PersonName>
                </RequesterLink>
              </span>
            ),
            role: roleNames[effect.role],
          })}
          {effect.status !== 'Active' && ` · ${profileStatusNames[effect.status]}`}
        </th>
      </tr>
      {balanceMeasures(effect).map(({ name, before, after }) => (
        <tr key={name} className="[--row:28px]">
          <Cell className="border-b-0 text-ink-2">{name}</Cell>
          <Cell numeric className="border-b-0 text-ink-2">
            {formatCoins(before)}
          </Cell>
          <Cell numeric className="border-b-0 font-semibold">
            {formatCoins(after)}
          </Cell>
          <Cell numeric className="border-b-0">
            <bdi>{signed(subtract(after, before))}</bdi>
          </Cell>
        </tr>
      ))}
    </tbody>
  )
}

function signed(change: Decimal): string {
  if (compare(change, '0') === 0) return '0'
  return compare(change, '0') > 0 ? `+${formatCoins(change)}` : `−${formatCoins(subtract('0', change))}`
}
