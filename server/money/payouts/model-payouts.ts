/**
 * The rules of payouts a second time, in another language. Tests play the same steps here and in the database, and compare. The
 * model is written from the rules, not from the SQL, and the product never uses it.
 */

export interface Payout {
  requestId: string
  address: string
  /** Base units of the token. */
  units: bigint
  state: 'to_pay' | 'sent' | 'confirmed'
  hash: string | null
  finding: string | null
  failures: number
  /** Every transaction that was ever recorded for it. */
  recorded: Set<string>
}

export interface Log {
  to: string
  units: bigint
  isToken: boolean
  /** The request that it pays. */
  pays: string | null
}

export interface Judgement {
  hasFailed: boolean
  /** True if its block is from before the requests, by more than clocks differ. */
  isTooEarly: boolean
  logs: Log[]
}

/** The rules that a test may break on purpose, to prove that the comparison notices. */
export const payoutRules = {
  isFree: (log: Log): boolean => log.pays === null,
  isInTime: ({ isTooEarly }: Judgement): boolean => !isTooEarly,
  isExact: (payout: Payout, log: Log): boolean => log.units === payout.units,
}

export class PayoutModel {
  readonly payouts: Payout[] = []
  readonly judgements = new Map<string, Judgement>()
  readonly rules: typeof payoutRules

  constructor(rules: typeof payoutRules = payoutRules) {
    this.rules = rules
  }

  add(requestId: string, address: string, units: bigint): Payout {
    const payout: Payout = {
      requestId,
      address,
      units,
      state: 'to_pay',
      hash: null,
      finding: null,
      failures: 0,
      recorded: new Set(),
    }
    this.payouts.push(payout)
    return payout
  }

  /** Records a transaction. Returns what came of it, or the code of the refusal. */
  send(payout: Payout, hash: string, replaces: string | null): string {
    if (payout.hash === hash) return 'unchanged'
    if (payout.state === 'confirmed') return 'payout_confirmed_already'
    if (payout.hash !== replaces) return 'payout_changed'
    Object.assign(payout, { state: 'sent', hash, finding: null })
    payout.recorded.add(hash)
    for (const known of [...payout.recorded].toSorted()) this.match(known)
    return 'recorded'
  }

  /** Notes that a payment failed. Returns what came of it, or the code of the refusal. */
  fail(payout: Payout, hash: string): string {
    if (payout.state === 'confirmed') return 'payout_confirmed_already'
    if (payout.hash !== hash) return 'payout_changed'
    Object.assign(payout, { state: 'to_pay', hash: null, finding: null, failures: payout.failures + 1 })
    return 'failed'
  }

  /** The chain shows a transaction in a final block. */
  judge(hash: string, judgement: Judgement): void {
    this.judgements.set(hash, judgement)
    this.match(hash)
  }

  private match(hash: string): void {
    const judgement = this.judgements.get(hash)
    if (!judgement) return
    for (const payout of this.payouts) {
      if (payout.state === 'confirmed' || payout.finding !== null || !payout.recorded.has(hash)) continue
      const log = this.rules.isInTime(judgement) ? this.payingLog(payout, judgement) : undefined
      if (payout.hash !== hash) payout.finding = log ? 'paid_after_all' : null
      else if (log) {
        payout.state = 'confirmed'
        log.pays = payout.requestId
      } else payout.finding = this.faultOf(payout, judgement)
    }
  }

  private payingLog(payout: Payout, { logs }: Judgement): Log | undefined {
    return logs.find(
      (log) => log.isToken && log.to === payout.address && this.rules.isExact(payout, log) && this.rules.isFree(log),
    )
  }

  private faultOf(payout: Payout, { hasFailed, isTooEarly, logs }: Judgement): string {
    if (hasFailed) return 'failed_on_chain'
    const here = logs.filter((log) => log.to === payout.address)
    const tokens = here.filter((log) => log.isToken)
    const closest = tokens.find((log) => log.pays === null) ?? tokens[0]
    if (closest) {
      if (closest.units === payout.units) return isTooEarly ? 'before_request' : 'log_used'
      return closest.units < payout.units ? 'too_little' : 'too_much'
    }
    if (here.length > 0) return 'other_token'
    return logs.some((log) => log.isToken && log.units === payout.units) ? 'wrong_address' : 'no_transfer'
  }
}
