import { formatDecimal, type Decimal } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import type { Treasury } from '../../../contract/treasury.ts'

/** Writes USDT with all decimals that it has, as the chain has six. Rounded amounts would not add up. */
export function usdtText(usdt: Decimal): string {
  return formatDecimal(usdt, 2, 6)
}

/** True if the chain is asked, or was asked before. Otherwise no figure of the chain means anything. */
export function hasChainFigures({ has_provider: hasProvider, received }: Treasury): boolean {
  return hasProvider || received.count > 0
}

/** Stands where a figure would, so that "not checked" never looks like "none". */
export function NotChecked({ hasProvider }: { hasProvider: boolean }) {
  return <span className="text-wait">{hasProvider ? t('Not checked yet') : t('Not checked on chain')}</span>
}

/** The part of the balances that nothing explains, or why it is not known. */
export function Unexplained({ treasury: { balance, has_provider: hasProvider } }: { treasury: Treasury }) {
  return balance ? <>{usdtText(balance.unexplained_usdt)}</> : <NotChecked hasProvider={hasProvider} />
}
