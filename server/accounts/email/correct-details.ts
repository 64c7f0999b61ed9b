import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Profile } from '../../../contract/profiles.ts'
import type { Translator } from '../../../contract/translate.ts'
import type { correctDetailsBody } from '../../../contract/user-bodies.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { TokenOwner } from '../../platform/sessions.ts'
import { checkCountryAndState } from '../auth/check-country-and-state.ts'
import { profileColumns } from '../members/members.ts'
import { announceAccount } from '../users/status.ts'
import type { EmailDeps } from './email-change.ts'
import { detailNames, detailsCorrectedMail, type DetailName } from './mails.ts'

interface Correction {
  caller: TokenOwner
  ipAddress: string
  userId: string
  form: z.output<typeof correctDetailsBody>
}

type Details = Pick<Profile, DetailName>
type DetailsForm = { [Name in DetailName]?: string | undefined }

/**
 * Corrects details of a member for an owner or approver, on record, and mails the member. Many corrections need a proof. A
 * form without a difference changes nothing.
 */
export async function correctDetails(
  { events, limits, mailOwner, write }: Omit<EmailDeps, 'db'> & { write: Write },
  { caller, ipAddress, userId, form }: Correction,
  requireProof: () => Promise<void>,
): Promise<{ profile: Profile; is_changed: boolean }> {
  if (!(await limits.tryTake('unproven_act', caller.userId))) await requireProof()
  const { reason, ...details } = form
  const { profile, isChanged } = await write(async (tx) => {
    const before = await lockMember(tx, userId)
    const changes = changesOf(details, before)
    const names = Object.keys(changes) as DetailName[]
    if (names.length === 0) return { profile: before, isChanged: false }
    const saved = await tx
      .updateTable('profiles')
      .set({ ...changes, updated_at: sql`now()` })
      .where('id', '=', userId)
      .returning(profileColumns)
      .executeTakeFirstOrThrow()
    const old = Object.fromEntries(names.map((name) => [name, before[name]]))
    const detail = { before: old, after: changes, reason }
    await recordAudit(tx, { action: 'details_corrected', actorId: caller.userId, subjectId: userId, ipAddress, detail })
    const corrected = (translator: Translator) =>
      names.map((name) => ({ name: detailNames(translator)[name], before: before[name], after: saved[name] }))
    await mailOwner(tx, userId, (translator) =>
      detailsCorrectedMail(translator, { corrections: corrected(translator), reason }),
    )
    return { profile: saved, isChanged: true }
  })
  if (isChanged) announceAccount(events, userId)
  return { profile, is_changed: isChanged }
}

async function lockMember(tx: Tx, userId: string): Promise<Profile> {
  const profile = await tx
    .selectFrom('profiles')
    .select(profileColumns)
    .where('id', '=', userId)
    .where('role', '=', 'user')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!profile) throw new Refusal('not_found')
  return profile
}

/** Returns the details that differ. An empty one is removed, and the state has to be one of the country. */
function changesOf(form: DetailsForm, before: Details): Partial<Details> {
  const after = { ...pick(before), ...withoutEmpty(form) }
  if (after.country === null) after.state = null
  else if (after.country !== before.country || after.state !== before.state) {
    after.state = checkCountryAndState({ country: after.country, state: after.state ?? undefined }).state ?? null
  }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as DetailName]))
}

function pick({ full_name, contact_number, country, state, city, area }: Details): Details {
  return { full_name, contact_number, country, state, city, area }
}

function withoutEmpty(form: DetailsForm): Partial<Details> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
  )
}
