import type { Report, ReportSum } from '../../../contract/reports.ts'

const none = { count: 0, usdt: '0' }
const sum = (type: ReportSum['type'], count: number, coins: string, usd = '0'): ReportSum => ({
  type,
  count,
  coins,
  usd,
})

const bought = [sum('BUY', 2, '8000', '80'), sum('BONUS', 1, '500.25'), sum('REFERRAL_BONUS', 1, '1000')]
const taken = [sum('WITHDRAWAL', 1, '2000', '20'), sum('ADJUSTMENT_OUT', 1, '7'), sum('TRANSFER_OUT', 1, '1000', '10')]

/** A report of the last days of February 2024, with a leap day without movements. */
export const aReport: Report = {
  opening_coins: '100',
  closing_coins: '7593.25',
  sums: [...bought, ...taken],
  paid_out: { count: 1, usdt: '19.5' },
  days: [
    { day: '2024-02-27', sums: bought, net_coins: '9500.25', paid_out: none },
    { day: '2024-02-28', sums: taken, net_coins: '-2007', paid_out: { count: 1, usdt: '19.5' } },
    { day: '2024-02-29', sums: [], net_coins: '0', paid_out: none },
  ],
  packages: [
    {
      package: { id: '00000000-0000-4000-8000-000000000001', name: 'Gold' },
      sums: [sum('BUY', 1, '5000', '50'), ...bought.slice(1)],
    },
    { package: null, sums: [sum('BUY', 1, '3000', '30')] },
  ],
  balance: {
    at: '2026-11-24T10:00:00.000Z',
    issued_coins: '21000',
    redeemed_coins: '4000',
    held_coins: '17000',
    locked_coins: '1000',
    maturing_coins: '500',
    matured_coins: '15500',
    to_pay: { count: 2, usdt: '40.1234' },
  },
}

export const anEmptyReport: Report = {
  ...aReport,
  closing_coins: '100',
  sums: [],
  paid_out: none,
  days: [],
  packages: [],
}
