import { coinStep, formatUsd } from '../../../../contract/money.ts'
import { countedReferencesMax } from '../../../../contract/endpoints/packages.ts'
import { notOfferedReason, type PackageTerms } from '../../../../contract/package-terms.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { t, tn } from '../../../../contract/translate.ts'

/** Says why members and visitors do not see a package, for administrators; null if they see it. */
export function notOfferedText(terms: PackageTerms): string | null {
  switch (notOfferedReason(terms)) {
    case 'coins':
      return t('Its coins are not a multiple of {step}.', { step: coinStep })
    case 'price':
      return t('Its total price is {price}.', { price: formatUsd('0') })
    case null:
      return null
  }
}

type References = Pick<ManagedPackage, 'member_count' | 'request_count'>

/** "3 members and 1 request", for the start of a sentence. */
export function referencesText({ member_count: members, request_count: requests }: References): string {
  const text = t('{members} and {requests}', {
    members: membersText(members),
    requests: requestsText(requests),
  })
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Says what happens to a deleted package. It is kept as long as members or requests refer to it. */
export function deletionText(references: References): string {
  if (references.member_count + references.request_count === 0) {
    return t('No member and no request refers to it, so it is removed altogether.')
  }
  return t('{references} refer to it. They keep it, and what was agreed with it still holds.', {
    references: referencesText(references),
  })
}

function membersText(count: number): string {
  if (count === 0) return t('no members')
  if (count > countedReferencesMax) return t('more than {count} members', { count: countedReferencesMax })
  return tn('{count} member', '{count} members', count)
}

function requestsText(count: number): string {
  if (count === 0) return t('no requests')
  if (count > countedReferencesMax) return t('more than {count} requests', { count: countedReferencesMax })
  return tn('{count} request', '{count} requests', count)
}
