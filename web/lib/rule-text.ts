import { formatUsd, type Decimal } from '../../contract/money.ts'
import type { BrokenRule } from '../../contract/outlook.ts'
import { t } from '../../contract/translate.ts'

/** Returns the reason for which a rule asks for a second administrator, or holds a request, in a sentence. */
export function ruleText({ scope, over_usd: over, before_usd: before }: BrokenRule, worth: Decimal): string {
  const values = { worth: formatUsd(worth), limit: formatUsd(over), before: formatUsd(before) }
  switch (scope) {
    case 'single':
      return t('It is worth {worth}, which is over {limit}.', values)
    case 'by_administrator_24h':
      return t(
        'You have decided {before} alone in the last 24 hours. With {worth} more it would be over {limit}.',
        values,
      )
    case 'by_member_24h':
      return t(
        '{before} were decided for this member in the last 24 hours. With {worth} more it would be over {limit}.',
        values,
      )
    case 'by_platform_24h':
      return t(
        '{before} were decided on the platform in the last 24 hours. With {worth} more it would be over {limit}.',
        values,
      )
  }
}
