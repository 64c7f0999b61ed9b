import { auditActions } from '../../../contract/endpoints/audit.ts'
import type { AuditEvent } from '../../../contract/audit.ts'
import { formatCoins, formatUsd, isDecimal, type Decimal } from '../../../contract/money.ts'
import { keepOrder, t, tc, tn } from '../../../contract/translate.ts'
import { percentText } from '../../lib/percent-text.ts'
import { fieldNames, kindNames, phrases, valueNames } from './audit-names.ts'

export function actionText({ action }: AuditEvent): string {
  return auditActions[action]
}

export function actorText({ actor }: AuditEvent): string {
  return actor?.full_name ?? t('Nobody signed in')
}

/** Returns the gist of an event on one line: its coins, else the first change, else the first fact. */
export function summariseChanges({ changes, facts }: AuditEvent): string {
  const find = (wanted: string) => facts.find(({ name }) => name === wanted)?.value
  const coins = find('coins')
  if (coins !== undefined && isDecimal(coins)) {
    const kind = find('kind')
    return [kind && (kindNames[kind] ?? fieldNameInWords(kind)), valueText('coins', coins)].filter(Boolean).join(', ')
  }
  if (changes[0]) return changeText(changes[0], changes.length - 1)
  const fact = facts.find(({ name }) => !/id$/i.test(name))
  return fact ? t('{field}: {value}', { field: fieldName(fact.name), value: valueText(fact.name, fact.value) }) : ''
}

function changeText({ field, before, after }: AuditEvent['changes'][number], moreCount: number): string {
  const say = (value: string | null) => (value === null ? tc('value of a field', 'none') : valueText(field, value))
  const values = { field: fieldName(field), before: say(before), after: say(after) }
  if (moreCount === 0) return t('{field}: {before} → {after}', values)
  return tn(
    '{field}: {before} → {after} and {count} more',
    '{field}: {before} → {after} and {count} more',
    moreCount,
    values,
  )
}

/** "Min coin purchase". The name is translated if it is listed here. */
export function fieldName(field: string): string {
  return fieldNames[field] ?? fieldNameInWords(field)
}

const asCoins = (value: Decimal) => keepOrder(`${formatCoins(value)} ET`)
const asPrice = (value: Decimal) => formatUsd(value, 2, 8)

/** The figures by field, each in the form in which it is set or shown. */
const figures: Readonly<Record<string, ((value: Decimal) => string) | undefined>> = {
  available_coins: asCoins,
  bonusCoins: asCoins,
  bonus_percentage: percentText,
  coin_price: asPrice,
  coins: asCoins,
  debtCoins: asCoins,
  rewardCoins: asCoins,
  et_rate: asPrice,
  min_coin_purchase: asCoins,
  referral_percentage: percentText,
  over_usd: (value) => formatUsd(value),
  overUsd: (value) => formatUsd(value),
  step_up_usd: (value) => formatUsd(value),
  request_limit_usd: (value) => formatUsd(value),
  topup_coin_price: asPrice,
  worthUsd: (value) => formatUsd(value),
}

/**
 * Returns the value of a field as people read it. Figures follow the language of the page, as a point has another
 * meaning in another language. Words of the program are translated. All other values stay as recorded.
 */
export function valueText(field: string, value: string): string {
  const write = figures[field]
  if (write && isDecimal(value)) return write(value)
  return phrases[field]?.[value] ?? valueNames[field]?.[value] ?? value
}

/** Writes "min_coin_purchase" and "movementId" as words. */
export function fieldNameInWords(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bid\b/, 'ID')
    .replace(/^et /, 'ET ')
    .replace(/^ip /, 'IP ')
    .replace(/^usdt\b/, 'USDT')
    .replace(/\busd\b/, 'USD')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
