import { coinStep, formatCoins } from '../../../contract/money.ts'
import { whyNotOffered, type PackageTerms } from '../../../contract/package-terms.ts'
import { countedReferencesMax, type ManagedPackage } from '../../../contract/packages.ts'

/** Why members and visitors do not see a package, for administrators; null when they do. */
export function notOfferedText(terms: PackageTerms): string | null {
  switch (whyNotOffered(terms)) {
    case 'coins':
      return `Its coins are not a multiple of ${formatCoins(String(coinStep))}.`
    case 'price':
      return 'Its total price is $0.00.'
    case null:
      return null
  }
}

type References = Pick<ManagedPackage, 'member_count' | 'request_count'>

/** "3 members and 1 request", to begin a sentence with. */
export function referencesText({ member_count: members, request_count: requests }: References): string {
  const text = `${countText(members, 'member')} and ${countText(requests, 'request')}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What becomes of a package that is deleted, by what refers to it. */
export function deletionText(references: References): string {
  if (references.member_count + references.request_count === 0) {
    return 'No member and no request refers to it, so it is removed altogether.'
  }
  return `${referencesText(references)} refer to it. They keep it, and what was agreed with it still holds.`
}

function countText(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`
  if (count > countedReferencesMax) return `more than ${formatCoins(String(countedReferencesMax))} ${noun}s`
  return `${formatCoins(String(count))} ${noun}${count === 1 ? '' : 's'}`
}
