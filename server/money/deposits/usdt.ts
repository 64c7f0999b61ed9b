import { fromUnits, type Decimal } from '../../../contract/money.ts'

/** The units of 10^-8 in one base unit of USDT, which has six decimals. */
const unitsOfBase = 100n

/** Returns whole base units as USDT, such as 12.5 for 12500000. */
export function toUsdt(baseUnits: string): Decimal {
  return fromUnits(BigInt(baseUnits) * unitsOfBase)
}
