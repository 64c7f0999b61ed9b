import { formatDecimal, type Decimal } from '../../contract/money.ts'
import { t } from '../../contract/translate.ts'

/** Formats a percentage: "12.5%", in German "12,5 %". */
export function percentText(value: Decimal): string {
  return t('{percent}%', { percent: formatDecimal(value, 0, 4) })
}
