import { Unchecked, type UncheckedReason } from './unchecked.ts'

export interface BackOff {
  /** Throws Unchecked while a provider is left alone after a failure. */
  assertReady(): void
  succeeded(): void
  failed(failure: Unchecked): void
}

/** A provider that has refused a caller punishes calls within about 30 seconds by a longer refusal. */
const refusalMs = 30_000
const faultMs = 5_000
const mostMs = 10 * 60_000
const refusals: readonly UncheckedReason[] = ['rate_limited', 'penalty', 'overloaded', 'busy']

/**
 * Leaves a provider alone after a failure: each time twice as long as the last time, and up to half as long again by
 * chance, so that several servers do not come back at the same moment.
 */
export function createBackOff({ now = () => performance.now(), random = Math.random } = {}): BackOff {
  let failures = 0
  let readyAt = 0
  return {
    assertReady() {
      if (now() < readyAt) throw new Unchecked('backing_off')
    },
    succeeded() {
      failures = 0
    },
    failed({ reason, retryAfterMs = 0 }) {
      const firstMs = refusals.includes(reason) ? refusalMs : faultMs
      const waitMs = Math.min(Math.max(firstMs * 2 ** Math.min(failures, 20), retryAfterMs), mostMs)
      readyAt = now() + waitMs * (1 + random() / 2)
      failures += 1
    },
  }
}
