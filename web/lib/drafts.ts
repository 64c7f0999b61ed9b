import { language } from '../../contract/translate.ts'
import { retypeNumber } from '../../contract/typed-number.ts'

/**
 * What somebody has typed and not sent yet. It lasts as long as the tab, so it survives a reload, a refused submit and
 * the sign-out of somebody who was away; it is found only by the person who typed it. Passwords, codes and files are
 * never kept.
 */

/** Whose draft it is: the id of a person, or a visitor's, who has none. */
export type DraftOwner = string
export const visitor: DraftOwner = 'visitor'

export function readDraft(owner: DraftOwner, key: string): unknown {
  try {
    retypeDrafts()
    return JSON.parse(sessionStorage.getItem(nameOf(owner, key)) ?? 'null')
  } catch {
    return null
  }
}

export function keepDraft(owner: DraftOwner, key: string, draft: unknown): void {
  try {
    retypeDrafts()
    sessionStorage.setItem(nameOf(owner, key), JSON.stringify(draft))
  } catch {
    // A browser that stores nothing still has what is on the page; only a reload loses it.
  }
}

export function dropDraft(owner: DraftOwner, key: string): void {
  try {
    sessionStorage.removeItem(nameOf(owner, key))
  } catch {
    // Where nothing can be stored there is nothing to remove.
  }
}

/** What somebody has begun: the key of each draft. */
export function draftKeys(owner: DraftOwner): string[] {
  try {
    const start = nameOf(owner, '')
    return Object.keys(sessionStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
  } catch {
    return []
  }
}

/** Whoever leaves on purpose leaves nothing behind, not even what was typed in this tab before signing in. */
export function dropDraftsOf(owner: DraftOwner): void {
  try {
    const isLeft = (name: string) => [owner, visitor].some((one) => name.startsWith(nameOf(one, '')))
    for (const name of Object.keys(sessionStorage).filter(isLeft)) sessionStorage.removeItem(name)
  } catch {
    // As above.
  }
}

/** The fields that were changed and may be kept: texts and ticks, and never what is secret, whatever a form leaves out. */
export function draftOf(
  values: Readonly<Record<string, unknown>>,
  saved: Readonly<Record<string, unknown>>,
  leaveOut: readonly string[] = [],
): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string | boolean] =>
        isDraftable(entry[0], entry[1]) && !leaveOut.includes(entry[0]) && entry[1] !== saved[entry[0]],
    ),
  )
}

/** Of what was kept, the fields that the form still has. */
export function restorable(kept: unknown, values: Readonly<Record<string, unknown>>, leaveOut: readonly string[] = []) {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([name, value]) => name in values && isDraftable(name, value) && !leaveOut.includes(name),
    ),
  )
}

const secretName = /password|code$|secret|token/i

function isDraftable(name: string, value: unknown): boolean {
  return !secretName.test(name) && (typeof value === 'string' || typeof value === 'boolean')
}

/** Fields whose numbers are typed in the way of the page's language. */
const typedNumbers = new Set([
  'amount',
  'et_rate',
  'topup_coin_price',
  'referral_percentage',
  'step_up_usd',
  'request_limit_usd',
  'min_coin_purchase',
  'coin_price',
  'bonus_percentage',
])
/** The language in which the drafts were typed. */
const languageName = 'language of drafts'
let isRetyped = false

/** After a change of language the numbers of all drafts are the same ones, written in the way of the new language. */
function retypeDrafts(): void {
  if (isRetyped) return
  isRetyped = true
  const before = sessionStorage.getItem(languageName) ?? 'en'
  if (before === language) return
  // First, as what is written twice in another way would be another number.
  sessionStorage.setItem(languageName, language)
  for (const [name, draft] of Object.entries(sessionStorage)) {
    if (!name.startsWith(prefix)) continue
    sessionStorage.setItem(
      name,
      JSON.stringify(JSON.parse(String(draft)), (field, value: unknown) =>
        typeof value === 'string' && typedNumbers.has(field) ? retypeNumber(value, before) : value,
      ),
    )
  }
}

const prefix = 'draft:'

function nameOf(owner: DraftOwner, key: string): string {
  return `${prefix}${owner}:${key}`
}
