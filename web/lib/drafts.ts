import { language } from '../../contract/translate.ts'
import { convertTypedNumber } from '../../contract/typed-number.ts'

/**
 * Drafts: the texts that a person has typed and not sent yet. They last as long as the tab, through a reload, a refused
 * submit and a sign-out for inactivity. Only the person who typed a draft finds it. Passwords, codes and files are
 * never kept.
 */

/** The owner of a draft: the id of a person, or `visitor` for a person who is not signed in. */
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
    // Without storage the text stays on the page; only a reload loses it.
  }
}

export function dropDraft(owner: DraftOwner, key: string): void {
  try {
    sessionStorage.removeItem(nameOf(owner, key))
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Returns the keys of all drafts of a person. */
export function draftKeys(owner: DraftOwner): string[] {
  try {
    const start = nameOf(owner, '')
    return Object.keys(sessionStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
  } catch {
    return []
  }
}

/** Removes all drafts of a person who signs out on purpose, with those typed in this tab before signing in. */
export function dropDraftsOf(owner: DraftOwner): void {
  try {
    const isLeft = (name: string) => [owner, visitor].some((one) => name.startsWith(nameOf(one, '')))
    for (const name of Object.keys(sessionStorage).filter(isLeft)) sessionStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Returns the changed fields that may be kept: texts and ticks. Secret fields are never among them. */
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

/** Returns the kept fields that the form still has. */
export function restorableFields(
  kept: unknown,
  values: Readonly<Record<string, unknown>>,
  leaveOut: readonly string[] = [],
) {
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

/** The fields with numbers, which people type in the notation of the page's language. */
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
/** The name under which the language of the drafts is stored. */
const languageName = 'language of drafts'
let isRetyped = false

/** After a change of language, rewrites the numbers of all drafts in the notation of the new language. */
function retypeDrafts(): void {
  if (isRetyped) return
  isRetyped = true
  const before = sessionStorage.getItem(languageName) ?? 'en'
  if (before === language) return
  // The new language is stored before the work: converting a number twice would change it.
  sessionStorage.setItem(languageName, language)
  for (const [name, draft] of Object.entries(sessionStorage)) {
    if (!name.startsWith(prefix)) continue
    sessionStorage.setItem(
      name,
      JSON.stringify(JSON.parse(String(draft)), (field, value: unknown) =>
        typeof value === 'string' && typedNumbers.has(field) ? convertTypedNumber(value, before) : value,
      ),
    )
  }
}

const prefix = 'draft:'

function nameOf(owner: DraftOwner, key: string): string {
  return `${prefix}${owner}:${key}`
}
