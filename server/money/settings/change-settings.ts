import { sql } from 'kysely'
import type { AuditAction } from '../../../contract/endpoints/audit.ts'
import { fromUnits, toUnits } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import {
  depositWarningFaults,
  type AdminSettings,
  type changeSettings as changeSettingsOperation,
} from '../../../contract/admin-settings.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { setHoldHours, setMaturityDays, setTerms } from '../ledger/ledger.ts'
import { checkDepositAddress } from './deposit-check.ts'
import { readAdminSettings, settableColumns, type SettingsDeps } from './settings.ts'

export interface ChangeDeps extends SettingsDeps {
  events: Events
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
 * no longer the current one. The new settings count from this moment on; terms frozen on requests stay as they are.
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
  const settings = await deps.write(async (tx) => {
    await claimRevision(tx, revision)
    await save(tx, admin, pick(wanted, names))
    await record(tx, admin, names, current, wanted)
    return readAdminSettings({ ...deps, db: tx })
  })
  deps.events.publish({ topics: ['settings'], toEveryone: true })
  return settings
}

/** Refuses an address that is visibly wrong, as coins sent to a wrong address are lost. */
function refuseBadAddress({ deposit_network: network, deposit_address: address }: Row): void {
  const [warning] = checkDepositAddress(network, address ?? '')
  if (!warning) return
  throw new Refusal('invalid_request', { fields: { deposit_address: { code: depositWarningFaults[warning] } } })
}

const records: { action: AuditAction; names: readonly Name[] }[] = [
  { action: 'rate_changed', names: ['et_rate'] },
  { action: 'deposit_changed', names: ['deposit_network', 'deposit_address', 'deposit_instructions'] },
  {
    action: 'settings_changed',
    names: [
      'topup_coin_price',
      'referral_percentage',
      'step_up_usd',
      'request_limit_usd',
      'hold_hours',
      'maturity_days',
      'operator_name',
      'operator_address',
      'operator_email',
      'simulated_movement',
    ],
  },
]
const allNames = records.flatMap(({ names }) => names)

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

function toShortest(number: string): string {
  return fromUnits(toUnits(number))
}

function listChanged(current: Row, wanted: Values): Name[] {
  return allNames.filter((name) => wanted[name] !== undefined && wanted[name] !== current[name])
}

/** Claims the next revision. The second of two callers waits for the first, and then finds another revision. */
async function claimRevision(tx: Tx, revision: number): Promise<void> {
  const claimed = await tx
    .updateTable('settings')
    .set({ revision: revision + 1, updated_at: sql<string>`now()` })
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) throw new Refusal('edited_meanwhile')
}

async function save(tx: Tx, { actorId, token }: Admin, values: Values): Promise<void> {
  const { et_rate: rate, topup_coin_price: topupPrice, referral_percentage: referralPercentage, ...rest } = values
  const { step_up_usd: stepUpUsd, request_limit_usd: requestLimitUsd, ...delays } = rest
  const { hold_hours: holdHours, maturity_days: maturityDays, ...others } = delays
  const terms = { rate, topupPrice, referralPercentage, stepUpUsd, requestLimitUsd }
  if (Object.values(terms).some((term) => term !== undefined)) {
    await setTerms(tx, { actorId, token, ...terms })
  }
  if (holdHours !== undefined) await setHoldHours(tx, token, holdHours)
  if (maturityDays !== undefined) await setMaturityDays(tx, token, maturityDays)
  if (Object.keys(others).length > 0) await tx.updateTable('settings').set(others).execute()
}

async function record(
  tx: Tx,
  { actorId, ipAddress }: Admin,
  changed: Name[],
  current: Row,
  wanted: Values,
): Promise<void> {
  for (const { action, names } of records) {
    const own = names.filter((name) => changed.includes(name))
    if (own.length === 0) continue
    await recordAudit(tx, {
      action,
      actorId,
      ipAddress,
      detail: { before: pick(current, own), after: pick(wanted, own) },
    })
  }
}

function pick(from: Values, names: readonly Name[]): Values {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}
