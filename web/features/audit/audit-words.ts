import { auditActions, type AuditEvent } from '../../../contract/audit.ts'
import { formatCoins, isDecimal } from '../../../contract/money.ts'

/** What somebody did. */
export function actionText({ action }: AuditEvent): string {
  return auditActions[action]
}

/** Who did it. */
export function actorText({ actor }: AuditEvent): string {
  return actor?.full_name ?? 'Nobody signed in'
}

/** The gist of it on one line: the coins that it was about, else the first change, else the first fact. */
export function gistOf({ changes, facts }: AuditEvent): string {
  const find = (wanted: string) => facts.find(({ name }) => name === wanted)?.value
  const coins = find('coins')
  if (coins !== undefined && isDecimal(coins)) {
    return [fieldName(find('kind') ?? ''), `${formatCoins(coins)} ET`].filter(Boolean).join(', ')
  }
  const [change] = changes
  if (change) {
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : ''
    return `${fieldName(change.field)}: ${change.before ?? 'none'} → ${change.after ?? 'none'}${more}`
  }
  const fact = facts.find(({ name }) => !/id$/i.test(name))
  return fact ? `${fieldName(fact.name)}: ${fact.value}` : ''
}

/** "min_coin_purchase" and "movementId" as people write them. */
export function fieldName(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bid\b/, 'ID')
    .replace(/^et /, 'ET ')
    .replace(/\busd\b/, 'USD')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
