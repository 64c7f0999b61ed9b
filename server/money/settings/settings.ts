import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { AdminSettings } from '../../../contract/admin-settings.ts'
import type { Operator } from '../../../contract/operator.ts'
import type { getDepositInstructions, getPlatformSettings } from '../../../contract/settings.ts'
import { defaultDepositInstructions } from '../../../contract/texts.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { checkDepositAddress } from './deposit-check.ts'

/** The configuration of this installation, as far as people notice it. */
export interface Installation {
  isProduction: boolean
  isDemo: boolean
  hasMailPage: boolean
  /** True when a mail server sends the mails. */
  hasMailServer?: boolean | undefined
  /** True when the configuration names a provider of the TRON network. Otherwise nothing is checked on chain. */
  isChainRead?: boolean | undefined
  /** The address to which members send USDT until an administrator sets another one. */
  depositAddress: string | undefined
  /** The USD above which a decision needs a proof, if the configuration sets it at every start. */
  stepUpUsd?: Decimal | undefined
  /** The operator of the site from the configuration. Details that an administrator sets replace these. */
  operator?: Operator | undefined
}

export interface SettingsDeps {
  db: Db
  installation: Installation
}

export const placeholderAddress = 'DEMO-ADDRESS-DO-NOT-SEND-FUNDS'

/** Reads the settings that every page needs. Without members, the rate indicator has no movement to show. */
export async function readPlatformSettings({
  db,
  installation,
}: SettingsDeps): Promise<OutputOf<typeof getPlatformSettings>> {
  const row = await db
    .selectFrom('settings')
    .modifyFront(hot('platform_settings'))
    .select([
      sql<boolean>`simulated_movement and exists (select from profiles where role = 'user')`.as('simulated_movement'),
      'referral_percentage',
      'request_limit_usd',
      'maturity_days',
      sql<boolean>`automatic_approval = 'on'`.as('is_automatic_approval_on'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, is_demo: installation.isDemo, has_mail_page: installation.hasMailPage }
}

/** Reads the operator of the site, for its legal pages. */
export async function readOperator({ db, installation }: SettingsDeps): Promise<Operator> {
  const row = await db
    .selectFrom('settings')
    .select(['operator_name', 'operator_address', 'operator_email'])
    .executeTakeFirstOrThrow()
  return operatorInForce(row, installation)
}

/**
 * Reads the instructions for sending USDT. Without an address, buying is closed in production. Elsewhere members see a
 * text that clearly is no address.
 */
export async function readDepositInstructions({
  db,
  installation,
}: SettingsDeps): Promise<OutputOf<typeof getDepositInstructions>> {
  const row = await db
    .selectFrom('settings')
    .select(['deposit_network', 'deposit_address', 'deposit_instructions', 'topup_coin_price'])
    .executeTakeFirstOrThrow()
  const own = toLines(row.deposit_instructions)
  return {
    network: row.deposit_network,
    ...inForce(row, installation),
    instructions: own ?? defaultDepositInstructions(row.deposit_network),
    are_instructions_usual: own === undefined,
    topup_coin_price: row.topup_coin_price,
  }
}

/** The settings that administrators may change, and the number of the current revision. */
export const settableColumns = [
  'revision',
  'et_rate',
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
  'deposit_network',
  'deposit_address',
  'deposit_instructions',
  'operator_name',
  'operator_address',
  'operator_email',
  'simulated_movement',
] as const

/** Reads everything that administrators set, and the parts of it that the configuration decides. */
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
    operator_in_force: operatorInForce(row, installation),
    has_mail_server: installation.hasMailServer === true,
  }
}

/** Returns each detail as an administrator has set it, or else as the configuration has it. */
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

/** True if the installation has a deposit address of its own. Without one, buying is closed while the settings have none. */
export function hasFallbackAddress({ depositAddress, isProduction }: Installation): boolean {
  return depositAddress !== undefined || !isProduction
}

/**
 * Returns the address that members see: that of the settings, else of the configuration, else a placeholder or none.
 */
function inForce({ deposit_address: own }: { deposit_address: string | null }, installation: Installation) {
  const address = own ?? installation.depositAddress ?? null
  // The address of a demonstration is made up. It looks like one of the network, because the made-up payments go there.
  const isPlaceholder = installation.isDemo ? own === null : address === null && !installation.isProduction
  return { address: isPlaceholder ? (address ?? placeholderAddress) : address, is_placeholder: isPlaceholder }
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
 * Records the address of the configuration for good, so that no withdrawal goes there even after it has been replaced.
 * Needs the rights of the database's owner.
 */
export async function recordDepositAddress(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  address: string,
): Promise<void> {
  await owner.query('INSERT INTO platform_addresses (address) VALUES (comparable_address($1)) ON CONFLICT DO NOTHING', [
    address,
  ])
}

/**
 * Sets the address of the configuration, which is in force while administrators have set none. Its times are noted, so that a
 * payment is judged by the address of its day. Needs the rights of the database's owner.
 */
export async function setConfiguredAddress(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  address: string | undefined,
): Promise<void> {
  await owner.query(
    `UPDATE settings SET configured_deposit_address = $1 WHERE configured_deposit_address IS DISTINCT FROM $1`,
    [address ?? null],
  )
}

/**
 * Sets the contract of the token that payments are made in, or none while nothing is checked on the chain. The database judges
 * transfers by it. Needs the rights of the database's owner.
 */
export async function setTokenContract(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  contract: string | null,
): Promise<void> {
  await owner.query('UPDATE settings SET token_contract = $1 WHERE token_contract IS DISTINCT FROM $1', [contract])
}

/**
 * Sets the rules about buys that the configuration has, for all servers on the database. Needs the rights of the database's
 * owner, so the application cannot change them.
 */
export async function setBuyRules(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  { buysOnFallbackRate, buyRequestDays }: { buysOnFallbackRate: boolean; buyRequestDays: number },
): Promise<void> {
  await owner.query('UPDATE settings SET buys_on_fallback_rate = $1, buy_request_days = $2', [
    buysOnFallbackRate,
    buyRequestDays,
  ])
}

/**
 * Sets the USD above which a decision needs a fresh proof, for all servers on the database. It replaces the value that
 * administrators had set. Needs the rights of the database's owner.
 */
export async function setStepUpUsd(
  owner: { query(sql: string, values: unknown[]): Promise<unknown> },
  usd: Decimal,
): Promise<void> {
  await owner.query('UPDATE settings SET step_up_usd = $1, updated_at = now()', [usd])
}
