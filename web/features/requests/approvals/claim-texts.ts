import type { Claim } from '../../../../contract/desk-claims.ts'
import { t, tn } from '../../../../contract/translate.ts'

/** Says that others look at a request; undefined if they do not. */
export function lookersText(claim: Claim | undefined): string | undefined {
  const [first, ...others] = claim?.lookers ?? []
  if (!first) return undefined
  if (others.length === 0) return t('{name} is looking at this', { name: first.full_name })
  return tn(
    '{name} and {count} other are looking at this',
    '{name} and {count} others are looking at this',
    others.length,
    { name: first.full_name },
  )
}

/** Says who has a request; undefined if no administrator has it. */
export function assigneeText(claim: Claim | undefined, ownId: string | undefined): string | undefined {
  if (!claim?.assignee) return undefined
  return claim.assignee.id === ownId
    ? t('Assigned to you')
    : t('Assigned to {name}', { name: claim.assignee.full_name })
}

/** True if another administrator has the request or looks at it. */
export function isOthers(claim: Claim | undefined, ownId: string | undefined): boolean {
  if (!claim) return false
  return claim.assignee === null ? claim.lookers.length > 0 : claim.assignee.id !== ownId
}

/** Says who else has to do with a request; undefined if there is no such administrator. */
export function othersText(claim: Claim | undefined, ownId: string | undefined): string | undefined {
  const isAssignedElsewhere = claim?.assignee != null && claim.assignee.id !== ownId
  const texts = [isAssignedElsewhere ? assigneeText(claim, ownId) : undefined, lookersText(claim)]
  return texts.filter((text) => text !== undefined).join(' · ') || undefined
}
