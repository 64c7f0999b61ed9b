import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallBudget } from '../../platform/chain/call-budget.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import { hasProvider, openChain, type ChainConfig } from '../../platform/chain/open-chain.ts'
import { tellingFailure, Unchecked, type UncheckedReason } from '../../platform/chain/unchecked.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { announcePayouts } from '../payouts/announce-payouts.ts'
import { askPayout } from '../payouts/ask-payout.ts'
import { announceTransfers } from './announce-transfers.ts'
import { askNext, queueNamedHashes } from './questions.ts'
import { readNextPage } from './sweeps.ts'
import { claimWatch, createWatchBudget, releaseWatch, type Clock } from './watch-lease.ts'

interface Log {
  warn(details: object, message: string): void
}

interface WatcherSettings {
  db: Db
  log: Log
  /** Opens the chain with the budget that all servers share. The signal ends calls under way. */
  open: (budget: CallBudget, signal: AbortSignal) => Chain
  now?: Clock
  /** Hears of the members of payouts that the chain has confirmed, or does not confirm. */
  onPayouts?: (userIds: string[]) => void
  /** Hears of transactions that were found in a list, or have a final answer. */
  onSeen?: (hashes: string[]) => Promise<void>
  /** Says that the server stops, which ends calls under way. */
  stopping?: AbortSignal
  /** The time without any answer after which the work counts as failed. One provider alone may be away for longer. */
  patienceMs?: number
}

/** Failures that follow from the answers of providers. */
const areAnswers: readonly UncheckedReason[] = ['unconfirmed', 'disagreement']
/** A failure is forgotten if no question has met it again for so long, because nothing waits any more. */
const rememberMs = 300_000

/** A time without an answer: its begin, its last failure, and the one that says most. */
interface Outage {
  sinceMs: number
  lastMs: number
  failure: Unchecked
}

export interface Watcher {
  /** Does the work that is due, as far as the budget of this minute goes. */
  tick(signal?: AbortSignal): Promise<void>
  /**
   * Does the same, and then lets go of the lease, so that any server can do the next run. Throws Unchecked if no provider has answered for
   * a minute.
   */
  work(signal: AbortSignal): Promise<void>
}

/** A turn ends after so many calls, although more may be due. */
const stepsMax = 12

/** Opens the watcher of the chain if the configuration names a provider. */
export function openWatcher(
  config: ChainConfig,
  { db, log, events, stopping }: { db: Db; log: Log; events: Events; stopping: AbortSignal },
): Watcher | undefined {
  if (!hasProvider(config)) return undefined
  return createWatcher({
    db,
    log,
    stopping,
    open: (budget, signal) => openChain(config, { budget, signal }),
    onPayouts: (userIds) => announcePayouts(events, userIds),
    onSeen: async (hashes) => announceTransfers(db, events, hashes),
  })
}

/**
 * Watches the chain for payments to the deposit addresses while a buy waits for one, and for payouts that were sent. Several servers may do so: one of them
 * works at a time. All that it has learned is in the database, so a server that dies loses nothing.
 */
export function createWatcher({ db, log, open, now = () => sql<string>`now()`, ...rest }: WatcherSettings): Watcher {
  const { onPayouts, onSeen, stopping = new AbortController().signal, patienceMs = 60_000 } = rest
  const lease = { db, now, holder: randomUUID() }
  const deps = { db, now, chain: open(createWatchBudget(lease), stopping), onSeen }
  let turn = 0
  let outage: Outage | undefined

  const tasks = {
    recent: async () => readNextPage(deps, 'recent'),
    paying: async () => askNext(deps, { isPaying: true }),
    late: async () => readNextPage(deps, 'late'),
    other: async () => askNext(deps, { isPaying: false }),
    payout: async () => askPayout(deps, onPayouts),
  }
  const inTurns = [tasks.payout, tasks.late, tasks.other]

  /** Runs a task. Returns false if it has nothing to do, or if the providers do not answer it. */
  async function run(task: () => Promise<boolean>): Promise<boolean> {
    try {
      const hasAnswer = await task()
      if (hasAnswer) outage = undefined
      return hasAnswer
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error
      const { reason } = error
      if (!stopping.aborted) outage = noteFailure(outage, error)
      if (!stopping.aborted && reason !== 'backing_off' && reason !== 'out_of_budget')
        log.warn({ reason }, 'The chain could not be asked')
      return false
    }
  }

  /** Runs the most urgent task that has something to do. Those that are never urgent take turns. */
  async function runNext(): Promise<boolean> {
    if ((await run(tasks.recent)) || (await run(tasks.paying))) return true
    turn += 1
    for (let place = 0; place < inTurns.length && !stopping.aborted; place += 1) {
      const task = inTurns[(turn + place) % inTurns.length]
      if (task && (await run(task))) return true
    }
    return false
  }

  async function tick(signal = stopping): Promise<void> {
    const watch = await claimWatch(lease)
    if (!watch) return
    if (watch.awaitsDeposits) await queueNamedHashes(deps)
    for (let step = 0; step < stepsMax && !signal.aborted && !stopping.aborted; step += 1) {
      if (!(await (watch.awaitsDeposits ? runNext() : run(tasks.payout)))) return
    }
  }

  async function work(signal: AbortSignal): Promise<void> {
    try {
      await tick(signal)
    } finally {
      await releaseWatch(lease)
    }
    if (!outage || signal.aborted) return
    const nowMs = performance.now()
    if (nowMs - outage.sinceMs >= patienceMs && nowMs - outage.lastMs < rememberMs) throw outage.failure
  }

  return { tick, work }
}

/** Begins or goes on with a time without an answer. A budget that is used up says nothing about providers. */
function noteFailure(known: Outage | undefined, failure: Unchecked): Outage | undefined {
  if (failure.reason === 'out_of_budget') return known
  if (areAnswers.includes(failure.reason)) return undefined
  const lastMs = performance.now()
  return { sinceMs: known?.sinceMs ?? lastMs, lastMs, failure: tellingFailure(known?.failure, failure) }
}
