import type { rules } from './model-rules.ts'
import type { Member } from './model-world.ts'

/** Takes coins out of those that would wait longest, after an adjustment has left fewer coins than were waiting. */
export function trimWaiting(member: Member, { waiting, takenOfWaiting }: typeof rules): void {
  let rest = takenOfWaiting(waiting(member), member.available)
  const credits = member.maturing.filter(({ daysLeft }) => daysLeft > 0)
  for (const credit of credits.toReversed().toSorted((one, other) => other.daysLeft - one.daysLeft)) {
    const taken = credit.coins < rest ? credit.coins : rest
    credit.coins -= taken
    rest -= taken
  }
}
