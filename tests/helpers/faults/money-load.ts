import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelRequest,
  decideRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
} from '../../../contract/requests.ts'
import { sessionCookieName } from '../../../server/platform/http/session-cookie.ts'
import { withDatabase } from '../api.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../people.ts'
import type { TestServer } from '../server.ts'
import type { Chance } from './chance.ts'
import type { Entry, Journal } from './journal.ts'
import { type Answers, sendUntilAnswered } from './send.ts'

export interface MoneyLoad extends Answers {
  journal: Journal
  callers: Callers
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
  /** The members and the administrator of an earlier load. Without them, they are new. */
  callers?: Callers
  /** The load ends by itself after so many calls. */
  calls?: number
}

export interface Caller {
  id: string
  memberId: string
  cookie: string
}

export interface Callers {
  members: Caller[]
  admin: Caller
}

const coins = 1000
const usualOpening = 5_000_000
const patienceMs = 60_000
const pollMs = 10

/**
 * Members withdraw coins and send them to each other, and take them back or have them decided by an administrator, each as soon as
 * the last call is answered. The server must not ask for further proofs of an administrator: `withoutStepUp`.
 */
export async function startMoneyLoad(server: TestServer, plan: LoadPlan): Promise<MoneyLoad> {
  const callers = plan.callers ?? (await createCallers(server, { count: plan.writers ?? 4 }))
  const { members, admin } = callers
  const stopping = new AbortController()
  const journal: Journal = {
    opening: new Map(members.map(({ id }) => [id, usualOpening])),
    deciders: [admin.id],
    entries: [],
  }
  const load = { journal, callers, answers: new Map<number, number>(), withoutRetryAfter: 0, longestMs: 0 }
  const route = { url: plan.url ?? server.url, origin: server.url, signal: stopping.signal }
  let isOver = false
  const mayGoOn = () => !isOver && journal.entries.length < (plan.calls ?? Infinity)
  const make = async (entry: Omit<Entry, 'key' | 'madeAt' | 'attempts'>) => {
    const made: Entry = { ...entry, key: randomUUID(), madeAt: Date.now(), attempts: 0 }
    journal.entries.push(made)
    await sendUntilAnswered(made, route, load)
    return made
  }
  const write = async (member: Caller, index: number) => {
    const chance = plan.chance.fork(`writer ${index}`)
    while (mayGoOn()) {
      const made = await make(planSubmission(member, members, chance))
      if (mayGoOn()) await make(planOutcome(made, member, admin, chance))
    }
  }
  const done = Promise.all(members.map(write)).then(() => undefined)
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

/** Makes members with coins and sessions, and an administrator with a session. */
export async function createCallers(
  server: TestServer,
  { count, opening = usualOpening }: { count: number; opening?: number },
): Promise<Callers> {
  return withDatabase(server, async (db) => {
    const open = async (id: string, memberId = ''): Promise<Caller> => {
      // Mails need the language that is stored here. No password opens these accounts.
      await db.insertInto('credentials').values({ user_id: id, password_hash: 'none' }).execute()
      return { id, memberId, cookie: `${sessionCookieName(server.url)}=${await createToken(db, id)}` }
    }
    const admin = await createAdmin(db)
    const members: Caller[] = []
    while (members.length < count) {
      const { id, memberId } = await createMember(db)
      await giveCoins(db, admin.id, id, opening)
      members.push(await open(id, memberId))
    }
    return { members, admin: await open(admin.id) }
  })
}

type Planned = Omit<Entry, 'key' | 'madeAt' | 'attempts'>

function planSubmission(member: Caller, members: readonly Caller[], chance: Chance): Planned {
  const others = members.filter(({ id }) => id !== member.id)
  const isTransfer = chance.fraction() < 0.5
  const recipient = isTransfer ? chance.pick(others) : undefined
  const { method, path } = recipient ? submitTransferRequest : submitWithdrawalRequest
  const body = { amount_coins: coins, ...(recipient && { recipient_member_id: recipient.memberId }) }
  return {
    callerId: member.id,
    what: recipient ? 'transfer' : 'withdrawal',
    memberId: member.id,
    recipientId: recipient?.id,
    coins,
    call: { method, path, cookie: member.cookie, body: JSON.stringify(body) },
  }
}

function planOutcome(made: Entry, member: Caller, admin: Caller, chance: Chance): Planned {
  const what = chance.pick(['cancelled', 'approved', 'rejected'] as const)
  const requestId = made.requestId ?? ''
  const common = { what, memberId: member.id, recipientId: made.recipientId, coins, requestId }
  if (what === 'cancelled') {
    const path = `/api/requests/${requestId}/cancellation` as const
    return {
      ...common,
      callerId: member.id,
      call: { method: cancelRequest.method, path, cookie: member.cookie, body: undefined },
    }
  }
  const path = `/api/requests/${member.id}/${requestId}/decision` as const
  const body = JSON.stringify({ status: what, admin_notes: what === 'rejected' ? 'Not possible today.' : '' })
  return { ...common, callerId: admin.id, call: { method: decideRequest.method, path, cookie: admin.cookie, body } }
}
