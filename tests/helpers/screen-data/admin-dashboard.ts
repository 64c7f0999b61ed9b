import { getAdminSettings, type AdminSettings } from '../../../contract/admin-settings.ts'
import { getBackupState } from '../../../contract/backups.ts'
import { getAdminDashboardData, getPlatformHistory } from '../../../contract/dashboards.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Answers } from '../answers.ts'
import { depositInstructions, platformStats } from '../screen-data.ts'
import { getTreasury } from '../../../contract/treasury.ts'
import { getVerification } from '../../../contract/verification.ts'
import { aTreasury } from './treasury.ts'
import { goodBooks } from './verification.ts'

/** Answers the calls of the administrators' dashboard. Its lists are empty but for those given. */
export function giveAdminDashboard(
  answers: Answers,
  fields: Partial<OutputOf<typeof getAdminDashboardData>> = {},
): void {
  answers.give(getAdminSettings, adminSettings())
  answers.give(getTreasury, aTreasury)
  answers.give(getVerification, goodBooks)
  answers.give(getBackupState, { state: 'good', last_backup_at: '2026-03-10T02:00:00.000Z', warn_hours: 48 })
  answers.give(getPlatformHistory, { days: [aDay('2026-03-09'), aDay('2026-03-10')] })
  answers.give(getAdminDashboardData, {
    profiles: [],
    wallets: [],
    transactions: [],
    login_history: [],
    buy_requests: [],
    withdrawal_requests: [],
    transfer_requests: [],
    stats: platformStats(),
    member_count: 1,
    closed_count: 0,
    ...fields,
  })
}

type HistoryDay = OutputOf<typeof getPlatformHistory>['days'][number]

/** A day of the platform's history. Nothing happened on it unless the fields say so. */
export function aDay(day: string, fields: Partial<HistoryDay> = {}): HistoryDay {
  const nothing = { purchases_coins: '0', purchases_usd: '0', withdrawals_coins: '0', new_members: 0, members: 1 }
  return { day, ...nothing, ...fields }
}

/** The settings of a platform that is set up completely. */
export function adminSettings(fields: Partial<AdminSettings> = {}): AdminSettings {
  const { address, network, topup_coin_price } = depositInstructions()
  const operator = { name: 'ET Limited', address: '1 High Street, Edinburgh', email: 'hello@example.org' }
  return {
    revision: 1,
    et_rate: platformStats().et_rate,
    topup_coin_price,
    referral_percentage: '5',
    step_up_usd: '1000',
    request_limit_usd: '100000',
    hold_hours: '24',
    maturity_days: '0',
    package_gain_max: '1.5',
    unique_amounts: 'off',
    automatic_approval: 'off',
    automatic_approval_usd: '100',
    automatic_approval_day_usd: '1000',
    is_step_up_usd_fixed: false,
    deposit_network: network,
    deposit_address: address,
    deposit_in_force: { source: 'settings', address, warnings: [] },
    deposit_instructions: null,
    operator_name: operator.name,
    operator_address: operator.address,
    operator_email: operator.email,
    operator_in_force: operator,
    has_mail_server: true,
    simulated_movement: false,
    updated_at: '2026-03-10T12:00:00.000Z',
    ...fields,
  }
}
