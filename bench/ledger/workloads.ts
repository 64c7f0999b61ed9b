import type pg from 'pg'
import type { SignedIn } from '../people.ts'
import type { Client, Workload } from './turns.ts'
import { packageCoins, type Buyer, type World } from './world.ts'

export type LedgerWork =
  | 'insert'
  | 'submit buy'
  | 'submit withdrawal'
  | 'transfer pair'
  | 'top-up pair'
  | 'first package pair'
  | 'approval for one referrer'

export const turnsPerRound = { insert: 5_000, submit: 2_000, pair: 1_000 }
const coins = 1_000

/** The address and the browser of a call. */
const from = ['192.0.2.7', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0']

/** A request that waits for its approval. */
interface Waiting {
  userId: string
  requestId: string
}

/** Lets all members with the same referrer ask for their first package. */
export async function submitForOneReferrer(pool: readonly Client[], { fans, packageId }: World): Promise<Waiting[]> {
  const left = [...fans]
  const waiting: Waiting[] = []
  const submitNext = async (client: pg.Client): Promise<void> => {
    for (let fan = left.pop(); fan; fan = left.pop()) {
      const wish = { coins: packageCoins, packageId, uploadId: fan.uploadId }
      waiting.push({ userId: fan.userId, requestId: await submit(client, fan, 'buy', wish) })
    }
  }
  await Promise.all(pool.map(async ({ client }) => submitNext(client)))
  return waiting
}

/**
 * The calls of the ledger to measure, and the insert of one row to compare them with. A pair is a submit and its approval. The
 * requests that wait are approved alone: each gives a reward to the same referrer.
 */
export function ledgerWorkloads(pool: Client[], world: World, waiting: Waiting[]): Workload<LedgerWork>[] {
  const { insert, submit: submits, pair } = turnsPerRound
  const { packageId, rich, fresh, slips } = world
  const approve = approver(world)
  const work = (name: LedgerWork, turns: number, turn: Workload<LedgerWork>['turn']) => ({ name, turns, pool, turn })
  const member = () => pick(rich)
  const buyAndApprove = async (client: pg.Client, buyer: Buyer | undefined, bought?: { id: string; coins: number }) => {
    if (!buyer) throw new Error('there are too few slips for all turns')
    const wish = { coins: bought?.coins ?? coins, packageId: bought?.id ?? null, uploadId: buyer.uploadId }
    await approve(client, buyer.userId, await submit(client, buyer, 'buy', wish))
  }
  return [
    work('insert', insert, insertOne),
    work('submit buy', submits, async (client) => void (await submit(client, member(), 'buy', { coins }))),
    work('submit withdrawal', submits, async (client) => {
      await submit(client, member(), 'withdrawal', { coins })
    }),
    work('transfer pair', pair, async (client) => {
      const [sender, recipient] = pickTwo(rich)
      const requestId = await submit(client, sender, 'transfer', { coins, recipient: recipient.memberId })
      await approve(client, sender.userId, requestId)
    }),
    work('top-up pair', pair, async (client) => buyAndApprove(client, slips.pop())),
    work('first package pair', pair, async (client) =>
      buyAndApprove(client, fresh.pop(), { id: packageId, coins: packageCoins }),
    ),
    work('approval for one referrer', pair, async (client) => {
      const request = waiting.pop()
      if (!request) throw new Error('there are too few requests for all turns')
      await approve(client, request.userId, request.requestId)
    }),
  ]
}

/** Decisions of one administrator wait for each other, so each connection has an administrator of its own. */
function approver({ admins }: World) {
  const tokenOf = new Map<pg.Client, string>()
  return async (client: pg.Client, userId: string, requestId: string): Promise<void> => {
    const token = tokenOf.get(client) ?? admins[tokenOf.size % admins.length]?.token ?? ''
    tokenOf.set(client, token)
    const values = [token, ...from, crypto.randomUUID(), userId, requestId, 'approved', null]
    await call(client, 'decide_request', values)
  }
}

async function insertOne(client: pg.Client): Promise<void> {
  const text = 'INSERT INTO bench_rows (id, content) VALUES ($1, $2)'
  await client.query({ name: 'insert', text, values: [crypto.randomUUID(), 'one row'] })
}

interface Wish {
  coins: number
  packageId?: string | null
  /** A member id. */
  recipient?: string
  uploadId?: string
}

async function submit(
  client: pg.Client,
  { token }: SignedIn,
  kind: 'buy' | 'withdrawal' | 'transfer',
  wish: Wish,
): Promise<string> {
  const { packageId = null, recipient = null, uploadId = null } = wish
  const usdtRate = kind === 'transfer' ? null : '1'
  const what = [kind, wish.coins, packageId, recipient, uploadId, usdtRate, false, null, null, true]
  const values = [token, ...from, crypto.randomUUID(), ...what]
  const { rows } = await call<{ request_id: string }>(client, 'submit_request', values)
  return rows[0]?.request_id ?? ''
}

function call<Row extends pg.QueryResultRow>(
  client: pg.Client,
  name: 'submit_request' | 'decide_request',
  values: unknown[],
) {
  const slots = values.map((_, at) => `$${at + 1}`).join(', ')
  const text = `SELECT * FROM ledger.${name}(${slots})`
  return client.query<Row>({ name, text, values })
}

function pick<One>(list: readonly One[]): One {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}

/** Returns two different ones. */
export function pickTwo<One>(list: readonly One[]): [One, One] {
  const one = pick(list)
  for (;;) {
    const other = pick(list)
    if (other !== one) return [one, other]
  }
}
