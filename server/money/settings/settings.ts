import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { AdminSettings } from '../../../contract/admin-settings.ts'
import type { Operator } from '../../../contract/operator.ts'
import type { getDepositInstructions, getPlatformSettings } from '../../../contract/settings.ts'
import { usualDepositInstructions } from '../../../contract/texts.ts'
import type { Db } from '../../platform/db/client.ts'
import { checkDepositAddress } from './deposit-check.ts'

/** How this installation was started, as far as people notice it. */
export interface Installation {
  isProduction: boolean
  isDemo: boolean
  hasMailPage: boolean
  /** Mails are sent by a mail server. */
  hasMailServer?: boolean | undefined
  /** Where members send USDT until an administrator sets another address. */
  depositAddress: string | undefined
  /** The amount above which decisions ask for a proof, where the configuration sets it at every start. */
  stepUpUsd?: Decimal | undefined
  /** Who runs the site, as far as the configuration says and until an administrator does. */
  operator?: Operator | undefined
}

export interface SettingsDeps {
  db: Db
  installation: Installation
}

export const placeholderAddress = 'DEMO-ADDRESS-DO-NOT-SEND-FUNDS'

/** What every page needs to know about this installation. Where there is no member yet, no rate has anything to move for. */
export async function readPlatformSettings({
  db,
  installation,
}: SettingsDeps): Promise<OutputOf<typeof getPlatformSettings>> {
  const row = await db
    .selectFrom('settings')
    .select([
      sql<boolean>`simulated_movement and exists (select from profiles where role = 'user')`.as('simulated_movement'),
      'referral_percentage',
      'request_limit_usd',
    ])
    .executeTakeFirstOrThrow()
  return { ...row, is_demo: installation.isDemo, has_mail_page: installation.hasMailPage }
}

/** Who runs the site, for its legal pages. */
export async function readOperator({ db, installation }: SettingsDeps): Promise<Operator> {
  const row = await db
    .selectFrom('settings')
    .select(['operator_name', 'operator_address', 'operator_email'])
    .executeTakeFirstOrThrow()
  return operatorInForce(row, installation)
}

/**
 * Where and how to send USDT. Without an address buying is closed in production; elsewhere a text stands in that nobody can
 * take for an address.
 */
export async function readDeposit({
  db,
  installation,
}: SettingsDeps): Promise<OutputOf<typeof getDepositInstructions>> {
  const row = await db
    .selectFrom('settings')
    .select(['deposit_network', 'deposit_address', 'deposit_instructions', 'topup_coin_price'])
    .executeTakeFirstOrThrow()
  return {
    network: row.deposit_network,
    ...inForce(row, installation),
    instructions: toLines(row.deposit_instructions) ?? usualDepositInstructions(row.deposit_network),
    topup_coin_price: row.topup_coin_price,
  }
}

/** What administrators may change, and the number that grows with each change. */
export const settableColumns = [
  'revision',
  'et_rate',
  'topup_coin_price',
  'referral_percentage',
  'step_up_usd',
  'request_limit_usd',
  'deposit_network',
  'deposit_address',
  'deposit_instructions',
  'operator_name',
  'operator_address',
  'operator_email',
  'simulated_movement',
] as const

/** Everything that administrators set, with what the configuration has to say to it. */
export async function readAdminSettings(deps: SettingsDeps): Promise<AdminSettings> {
  const { db, installation } = deps
  const row = await db
    .selectFrom('settings')
    .select([...settableColumns, 'updated_at'])
    .executeTakeFirstOrThrow()
  const { address, is_placeholder: isPlaceholder } = inForce(row, installation)
  return {
    ...row,
    is_step_up_usd_fixed: installation.stepUpUsd !== undefined,
    deposit_in_force: {
      source: isPlaceholder ? 'placeholder' : sourceOf(row.deposit_address, installation),
      address,
      warnings: address === null || isPlaceholder ? [] : checkDepositAddress(row.deposit_network, address),
    },
    usual_instructions: usualDepositInstructions(row.deposit_network),
    operator_in_force: operatorInForce(row, installation),
    has_mail_server: installation.hasMailServer === true,
  }
}

/** Each detail as an administrator has set it, or as the configuration has it. */
function operatorInForce(
  own: { operator_name: string | null; operator_address: string | null; operator_email: string | null },
  { operator }: Installation,
): Operator {
  return {
    name: own.operator_name ?? operator?.name ?? null,
    address: own.operator_address ?? operator?.address ?? null,
    email: own.operator_email ?? operator?.email ?? null,
  }
}

/** The address that members see: their administrators' own, the configuration's, a placeholder, or none. */
function inForce({ deposit_address: own }: { deposit_address: string | null }, installation: Installation) {
  const address = own ?? installation.depositAddress ?? null
  const isPlaceholder = address === null && !installation.isProduction
  return { address: isPlaceholder ? placeholderAddress : address, is_placeholder: isPlaceholder }
}

function sourceOf(own: string | null, { depositAddress }: Installation) {
  if (own !== null) return 'settings'
  return depositAddress === undefined ? 'none' : 'configuration'
}

function toLines(text: string | null): string[] | undefined {
  return text
    ?.split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/**
 * Keeps the configuration's address on record, so that no withdrawal goes there, also after it has been replaced. Needs the
 * rights of the database's owner.
 */
export async function noteDepositAddress(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  address: string,
): Promise<void> {
  await owner.query('INSERT INTO platform_addresses (address) VALUES (comparable_address($1)) ON CONFLICT DO NOTHING', [
    address,
  ])
}

/**
 * Sets above how many USD a decision asks for a fresh proof, for all servers on the database, whatever administrators had
 * set. Needs the rights of the database's owner.
 */
export async function setStepUpUsd(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  usd: Decimal,
): Promise<void> {
  await owner.query('UPDATE settings SET step_up_usd = $1, updated_at = now()', [usd])
}
