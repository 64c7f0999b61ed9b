import { toShortest } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import {
  depositWarningFaults,
  type AdminSettings,
  type changeSettings as changeSettingsOperation,
} from '../../../contract/admin-settings.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import * as ledger from '../ledger/ledger.ts'
import { announceProposal, mailProposal } from '../../accounts/administrators/mail-proposal.ts'
import { checkDepositAddress } from './deposit-check.ts'
import { readAdminSettings, settableColumns, type SettingsDeps } from './settings.ts'

export interface ChangeDeps extends SettingsDeps {
  events: Events
  mailOwner: MailOwner
}

interface Admin {
  actorId: string
  /** The token of the caller's session. */
  token: string
  ipAddress: string
}

type Body = InputOf<typeof changeSettingsOperation>['body']
type Row = Awaited<ReturnType<typeof readRow>>
type Name = keyof Omit<Row, 'revision'>
type Values = { [N in Name]?: Row[N] }

/**
 * Changes the settings that are given and differ from the current ones. Refuses with edited_meanwhile if `revision` is
 * no longer the current one. The new settings count from this moment on; terms frozen on requests stay as they are. A
 * change that needs a second owner is only noted, and the answer says so.
 */
export async function changeSettings(
  deps: ChangeDeps & { write: Write },
  admin: Admin,
  { revision, ...body }: Body,
  requireProof: () => Promise<void>,
): Promise<AdminSettings> {
  const wanted = toValues(body)
  const current = await readRow(deps.db)
  if (current.revision !== revision) throw new Refusal('edited_meanwhile')
  const names = listChanged(current, wanted)
  if (names.length === 0) return readAdminSettings(deps)
  if (names.includes('step_up_usd') && deps.installation.stepUpUsd !== undefined) throw new Refusal('setting_fixed')
  if (names.some((name) => name === 'deposit_address' || name === 'deposit_network')) {
    refuseBadAddress({ ...current, ...wanted })
  }
  if (names.some((name) => name !== 'simulated_movement')) await requireProof()
  const changes = pick(wanted, names)
  const settings = await deps.write(async (tx) => {
    const waits = await ledger.changeSettings(tx, { ...admin, revision, changes })
    const answer = await readAdminSettings({ ...deps, db: tx })
    if (!waits) return answer
    await mailProposal(tx, deps.mailOwner, { actorId: admin.actorId, kind: 'settings' })
    return { ...answer, is_proposed: true }
  })
  if (settings.is_proposed) announceProposal(deps.events)
  else deps.events.publish({ topics: ['settings'], toEveryone: true })
  return settings
}

/** Refuses an address that is visibly wrong, as coins sent to a wrong address are lost. */
function refuseBadAddress({ deposit_network: network, deposit_address: address }: Row): void {
  const [warning] = checkDepositAddress(network, address ?? '')
  if (!warning) return
  throw new Refusal('invalid_request', { fields: { deposit_address: { code: depositWarningFaults[warning] } } })
}

const allNames = [
  'et_rate',
  'deposit_network',
  'deposit_address',
  'deposit_instructions',
  'topup_coin_price',
  'referral_percentage',
  'step_up_usd',
  'request_limit_usd',
  'hold_hours',
  'maturity_days',
  'package_gain_max',
  'unique_amounts',
  'automatic_approval',
  'automatic_approval_usd',
  'automatic_approval_day_usd',
  'operator_name',
  'operator_address',
  'operator_email',
  'simulated_movement',
] as const satisfies readonly Name[]

/** The settings for which an empty text means none. */
const emptyable = [
  'deposit_address',
  'deposit_instructions',
  'operator_name',
  'operator_address',
  'operator_email',
] as const

async function readRow(db: Db) {
  return db.selectFrom('settings').select(settableColumns).executeTakeFirstOrThrow()
}

/** Returns the form as the database returns the row, so that 0.010 is no change of 0.01. Empty texts become null. */
function toValues(body: Omit<Body, 'revision'>): Values {
  const numbers = [
    'et_rate',
    'topup_coin_price',
    'referral_percentage',
    'step_up_usd',
    'request_limit_usd',
    'hold_hours',
    'maturity_days',
    'package_gain_max',
    'automatic_approval_usd',
    'automatic_approval_day_usd',
  ] as const
  const shortest = numbers.flatMap((name) =>
    body[name] === undefined ? [] : [[name, toShortest(body[name])] as const],
  )
  return {
    ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
    ...Object.fromEntries(shortest),
    ...Object.fromEntries(emptyable.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] || null]]))),
  }
}

function listChanged(current: Row, wanted: Values): Name[] {
  return allNames.filter((name) => wanted[name] !== undefined && wanted[name] !== current[name])
}

function pick(from: Values, names: readonly Name[]): Values {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}
