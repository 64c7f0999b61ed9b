import { createHash, randomUUID } from 'node:crypto'
import { coinStep, compare, divide, multiply } from '../../contract/money.ts'
import type { MembershipPackage } from '../../contract/packages.ts'
import type { Db } from '../db/client.ts'
import * as ledger from '../ledger/ledger.ts'
import type { Files } from '../outside/files.ts'
import { readUserStats } from '../stats/stats.ts'
import { storeUpload } from '../uploads/uploads.ts'
import type { Random } from './random.ts'
import { drawSlip } from './slip.ts'

export interface World {
  db: Db
  files: Files
  random: Random
  adminId: string
  packages: MembershipPackage[]
}

type Outcome = 'approved' | 'rejected' | 'cancelled' | 'pending'

const approvalNotes = ['Payment received, thank you.', 'Confirmed on the network.', null, null]
const rejectionNotes = [
  'The slip does not show the transaction. Please send it again.',
  'The amount on the slip differs from the request.',
  'The payment has not arrived. Please check the network you used.',
]
const usdtRate = '1'

/** A first purchase, approved unless the story says otherwise. */
export async function buyFirstPackage(
  world: World,
  userId: string,
  package_: MembershipPackage,
  outcome: Outcome = 'approved',
): Promise<void> {
  const coins = Number(package_.min_coin_purchase)
  const uploadId = await uploadSlip(world, userId, package_.total_price)
  const payment = { uploadId, usdtRate, transactionHash: hashOf(uploadId) }
  await finish(world, { userId, kind: 'buy', coins, packageId: package_.id, ...payment }, outcome)
}

export async function topUp(world: World, userId: string, steps: number, outcome: Outcome): Promise<void> {
  const coins = steps * coinStep
  const uploadId = await uploadSlip(world, userId, multiply(String(coins), '0.01', 2))
  await finish(world, { userId, kind: 'buy', coins, uploadId, usdtRate, transactionHash: hashOf(uploadId) }, outcome)
}

/** Takes coins out, or sends them to another member, as far as there are any. */
export async function spend(
  world: World,
  userId: string,
  steps: number,
  outcome: Outcome,
  recipientMemberId?: string,
): Promise<void> {
  const coins = steps * coinStep
  const { available_coins: available } = await readUserStats(world.db, userId)
  if (compare(available, String(coins)) < 0) return
  const kind = recipientMemberId === undefined ? 'withdrawal' : 'transfer'
  await finish(world, { userId, kind, coins, recipientMemberId }, outcome)
}

/** How most requests end. */
export function pickOutcome(random: Random): Outcome {
  const lot = random.next()
  if (lot < 0.7) return 'approved'
  if (lot < 0.8) return 'rejected'
  return lot < 0.85 ? 'cancelled' : 'pending'
}

async function finish(
  { db, random, adminId }: World,
  submission: Omit<ledger.Submission, 'key'>,
  outcome: Outcome,
): Promise<void> {
  const { userId } = submission
  const { requestId } = await ledger.submit(db, { ...submission, key: randomUUID() })
  if (outcome === 'pending') return
  if (outcome === 'cancelled') {
    await ledger.cancel(db, { userId, key: randomUUID(), requestId })
    return
  }
  const notes = random.pick(outcome === 'approved' ? approvalNotes : rejectionNotes)
  await ledger.decide(db, { actorId: adminId, key: randomUUID(), userId, requestId, status: outcome, notes })
}

async function uploadSlip({ db, files, random }: World, userId: string, usd: string): Promise<string> {
  const bytes = await drawSlip(divide(usd, usdtRate, 4), random.between(0, 359))
  const { id } = await storeUpload({ db, files }, { userId, bytes, declaredType: 'image/png' })
  return id
}

/** What a transfer of USDT is known by on its network; about half of the members tell it. */
function hashOf(uploadId: string): string | null {
  const hash = createHash('sha256').update(uploadId).digest('hex')
  return hash < '8' ? hash : null
}
