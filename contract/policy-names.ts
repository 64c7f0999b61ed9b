import type { Policy } from './policies.ts'
import { tc } from './translate.ts'

export const policySubjectNames: Record<Policy['subject'], string> = {
  money: tc('subject of a rule', 'All decisions about coins'),
  deposit: tc('subject of a rule', 'Purchases'),
  withdrawal: tc('subject of a rule', 'Withdrawals'),
  transfer: tc('subject of a rule', 'Transfers'),
  adjustment: tc('subject of a rule', 'Corrections of balances'),
  settings: tc('subject of a rule', 'Changes of prices and limits'),
  deposit_address: tc('subject of a rule', 'Changes of the deposit address'),
  package: tc('subject of a rule', 'Packages that give too much'),
  administrator: tc('subject of a rule', 'Changes of administrators'),
}

export const policyScopeNames: Record<Policy['scope'], string> = {
  single: tc('scope of a rule', 'in one decision'),
  by_administrator_24h: tc('scope of a rule', 'by one administrator in 24 hours'),
  by_member_24h: tc('scope of a rule', 'for one member in 24 hours'),
  by_platform_24h: tc('scope of a rule', 'on the whole platform in 24 hours'),
}

export const policyOutcomeNames: Record<Policy['outcome'], string> = {
  second: tc('outcome of a rule', 'needs a second administrator'),
  hold: tc('outcome of a rule', 'is held'),
}
