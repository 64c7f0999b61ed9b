import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../api.ts'
import type { TestServer } from '../server.ts'
import { createCallers, type Caller, type Callers } from './callers.ts'
import type { Chance } from './chance.ts'
import { countDeadlocks } from './deadlocks.ts'
import type { Entry, Journal } from './journal.ts'
import { planOutcome, planSubmission, type Planned } from './plan-calls.ts'
import { type Answers, sendUntilAnswered } from './send.ts'
import { giveSlips, storeSlips } from './slips.ts'

export interface MoneyLoad extends Answers {
  journal: Journal
  callers: Callers
  /** The deadlocks that the database had counted when the load began. */
  deadlocksBefore: number
  /** Resolves when the wanted number of calls has been made, or the load has ended. */
  done: Promise<void>
  /** Ends the load. Calls without an answer are repeated under their keys until the server answers them. */
  end(): Promise<void>
  /** Ends the load at once. The outcome of calls without an answer stays unknown. */
  stop(): Promise<void>
}

export interface LoadPlan {
  chance: Chance
  /** The address to call, that of the server unless a proxy is in between. */
  url?: string
  writers?: number
  /** The members and the administrator, such as those of an earlier load. Without them, they are new and as many as the writers. */
  callers?: Callers
  /** The first so many members are in half of the submissions. Without this number, each member has a writer of their own. */
  hot?: number
  /** Each new member has so many slips with files, for a scenario that looks for these. Otherwise there are more, and no files. */
  storedSlips?: number
  /** The load ends by itself after so many calls. */
  calls?: number
}

/** As many purchases as a member makes in the longest load. */
const slipsEach = 2_000
const usualWriters = 4
const patienceMs = 60_000
const pollMs = 10

/**
 * Members buy a package, withdraw coins and send them to each other, and take that back or have it decided by an administrator. Each
 * writer makes a call as soon as the last one is answered. The server must not ask for further proofs of an administrator:
 * `withoutStepUp`.
 */
export async function startMoneyLoad(server: TestServer, plan: LoadPlan): Promise<MoneyLoad> {
  const callers = plan.callers ?? (await createBuyers(server, plan))
  const { members, admin, referrers, opening } = callers
  const stopping = new AbortController()
  const journal: Journal = {
    opening: new Map(members.map(({ id }) => [id, opening])),
    referrers,
    deciders: [admin.id],
    entries: [],
  }
  const deadlocksBefore = await countDeadlocks(server)
  const answers = { answers: new Map<number, number>(), withoutRetryAfter: 0, longestMs: 0 }
  const load = { journal, callers, deadlocksBefore, ...answers }
  const route = { url: plan.url ?? server.url, origin: server.url, signal: stopping.signal }
  let isOver = false
  const mayGoOn = () => !isOver && journal.entries.length < (plan.calls ?? Infinity)
  const make = async (planned: Planned) => {
    const made: Entry = { ...planned, key: randomUUID(), madeAt: Date.now(), attempts: 0 }
    journal.entries.push(made)
    await sendUntilAnswered(made, route, load)
    return made
  }
  const write = async (index: number) => {
    const chance = plan.chance.fork(`writer ${index}`)
    const pickMember = choosingFor(index, plan, members)
    while (mayGoOn()) {
      const member = pickMember(chance)
      const made = await make(planSubmission(member, callers, chance))
      if (mayGoOn()) await make(planOutcome(made, member, admin, chance))
    }
  }
  const writers = plan.hot === undefined ? members.length : (plan.writers ?? usualWriters)
  const done = Promise.all(Array.from({ length: writers }, async (_, index) => write(index))).then(() => undefined)
  // A load that is stopped has nothing more to say. Other failures reach the test by `done` and `end`.
  done.catch(() => undefined)
  return Object.assign(load, {
    done,
    async end() {
      isOver = true
      await done
    },
    async stop() {
      isOver = true
      stopping.abort()
      await done.catch((error: unknown) => {
        if (!stopping.signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error
      })
    },
  })
}

/** Waits until so many more calls were acknowledged, so that a fault meets a load also on a slow machine. */
export async function waitForCalls({ journal }: Pick<MoneyLoad, 'journal'>, more: number): Promise<void> {
  const count = () => journal.entries.filter(({ answeredAt }) => answeredAt !== undefined).length
  const [wanted, giveUpAt] = [count() + more, Date.now() + patienceMs]
  while (count() < wanted) {
    if (Date.now() > giveUpAt) throw new Error(`${more} more calls were not acknowledged in time`)
    await sleep(pollMs)
  }
}

/** Settings of a server on which an administrator decides as much as the load asks for, without a proof. */
export const withoutStepUp = { STEP_UP_USD: '1000000000' }

async function createBuyers(server: TestServer, { writers = usualWriters, storedSlips }: LoadPlan): Promise<Callers> {
  const callers = await createCallers(server, { count: writers })
  await withDatabase(server, async (db) => giveSlips(db, callers.members, storedSlips ?? slipsEach))
  if (storedSlips !== undefined) storeSlips(server, callers.members)
  return callers
}

/**
 * Returns the choice of the member for whom a writer makes the next request. Writers share the hot members, and each has others of
 * its own, so that no member has more open requests than the ledger allows.
 */
function choosingFor(index: number, { hot, writers = usualWriters }: LoadPlan, members: readonly Caller[]) {
  const own = members.filter((_, at) => (hot === undefined ? at === index : at >= hot && at % writers === index))
  const shared = hot === undefined ? own : members.slice(index % hot, (index % hot) + 1)
  return (chance: Chance) => chance.pick(chance.fraction() < 0.5 ? shared : own)
}
