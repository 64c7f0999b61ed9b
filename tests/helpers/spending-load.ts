import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelRequest, submitWithdrawalRequest } from '../../contract/requests.ts'
import type { Operation } from '../../contract/operation.ts'
import { createAdmin, createBuyer, setWallet, type Person } from './api.ts'
import type { TestServer } from './server.ts'

/** A money call that the server acknowledged, with the moment before it was made and the one after its answer. */
export interface Acknowledged {
  what: 'submitted' | 'cancelled'
  requestId: string
  madeAt: number
  answeredAt: number
}

export interface SpendingLoad {
  acknowledged: Acknowledged[]
  /** The number of answers by their status. 0 stands for a broken connection. */
  answers: Map<number, number>
  /** Answers of 503 that name no time for another try. */
  withoutRetryAfter: number
  /** Ends the load. Calls without an answer are repeated under their keys until the server answers them. */
  end(): Promise<void>
  /** Ends the load at once, also calls without an answer. */
  stop(): Promise<void>
}

const coins = 1000
const pauseMs = 20

/** Members withdraw coins and take every second withdrawal back, each as soon as the last call is answered. */
export async function startSpendingLoad(server: TestServer, writers = 4): Promise<SpendingLoad> {
  const admin = await createAdmin(server)
  const members = await Promise.all(Array.from({ length: writers }, async () => openMember(admin)))
  let isOver = false
  const stopping = new AbortController()
  const load = { acknowledged: [] as Acknowledged[], answers: new Map<number, number>(), withoutRetryAfter: 0 }
  const state = { load, signal: stopping.signal }
  const spending = members.map(async (member) => {
    while (!isOver) {
      const submission = JSON.stringify({ amount_coins: coins })
      const requestId = await acknowledge(state, member, 'submitted', submitWithdrawalRequest, submission)
      const path = `/api/requests/${requestId}/cancellation` as const
      await acknowledge(state, member, 'cancelled', { ...cancelRequest, path }, undefined)
    }
  })
  return Object.assign(load, {
    async end() {
      isOver = true
      await Promise.all(spending)
    },
    async stop() {
      isOver = true
      stopping.abort()
      await Promise.allSettled(spending)
    },
  })
}

async function openMember(admin: Person): Promise<Person> {
  const member = await createBuyer(admin, { name: 'Amara Osei' })
  await setWallet(member, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  return member
}

type Counts = Pick<SpendingLoad, 'acknowledged' | 'answers' | 'withoutRetryAfter'>

/** Makes a call under one key until the server acknowledges it, and returns the request's id. */
async function acknowledge(
  { load, signal }: { load: Counts; signal: AbortSignal },
  { server, session }: Person,
  what: Acknowledged['what'],
  { method, path }: Pick<Operation, 'method' | 'path'>,
  body: string | undefined,
): Promise<string> {
  const headers = {
    origin: server.url,
    cookie: `${session.name}=${session.value}`,
    'idempotency-key': randomUUID(),
    ...(body && { 'content-type': 'application/json' }),
  }
  const madeAt = Date.now()
  for (;;) {
    const response = await fetch(server.url + path, { method, headers, ...(body && { body }) }).catch(() => undefined)
    const status = response?.status ?? 0
    load.answers.set(status, (load.answers.get(status) ?? 0) + 1)
    const text = await response?.text().catch(() => undefined)
    if (status === 200 && text !== undefined) {
      const { id } = JSON.parse(text) as { id: string }
      load.acknowledged.push({ what, requestId: id, madeAt, answeredAt: Date.now() })
      return id
    }
    if (status !== 0 && status !== 503 && status !== 200) throw new Error(`${path} answered ${status} ${text}`)
    if (status === 503 && !response?.headers.get('retry-after')) load.withoutRetryAfter += 1
    await sleep(pauseMs, undefined, { signal })
  }
}
