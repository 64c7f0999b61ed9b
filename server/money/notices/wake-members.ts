import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'
import { isPushEndpoint } from '../../platform/push/push-address.ts'
import { readPushKeys, type PushKeys } from '../../platform/push/push-keys.ts'
import { sendWakeUp, type PushOutcome } from '../../platform/push/send-wake-up.ts'
import { devicesMax, type PushConfig } from './push-subscriptions.ts'

interface WakeDeps {
  db: Db
  encryption: Encryption
  config: PushConfig & { publicUrl: string }
}

const attemptsMax = 5

/**
 * Wakes the browsers of the members who have unread news, and returns the number of wake-ups. A server that takes a member postpones
 * the next attempt, and removes the row at the end. So a wake-up may come twice after a crash, and is not lost by one. After one
 * browser of a member was reached, the others are not tried again.
 */
export async function wakeMembers(deps: WakeDeps, signal?: AbortSignal): Promise<number> {
  const isOn = deps.config.webPush === 'on'
  let keys: PushKeys | undefined
  let count = 0
  while (!signal?.aborted) {
    const wake = await takeNext(deps.db)
    if (!wake) break
    const endpoints = isOn ? await listEndpoints(deps.db, wake.user_id) : []
    if (endpoints.length > 0) keys ??= await readPushKeys(deps)
    const known = keys
    const outcomes = known ? await Promise.all(endpoints.map((endpoint) => wakeBrowser(deps, known, endpoint))) : []
    count += outcomes.filter((outcome) => outcome === 'sent').length
    const isSettled = outcomes.includes('sent') || !outcomes.includes('failed')
    if (isSettled || wake.attempts >= attemptsMax) await remove(deps.db, wake)
  }
  return count
}

interface Wake {
  user_id: string
  attempts: number
  due_at: string
}

async function takeNext(db: Db): Promise<Wake | undefined> {
  const { rows } = await sql<Wake>`
    update push_wakes set attempts = attempts + 1, due_at = now() + make_interval(mins => 1) * 2 ^ attempts
     where user_id = (select user_id from push_wakes where due_at <= now() order by due_at limit 1 for update skip locked)
    returning user_id, attempts, due_at::text`.execute(db)
  return rows[0]
}

/** Removes the row, unless further news have come meanwhile: they begin to count anew. */
async function remove(db: Db, { user_id: userId, due_at: dueAt }: Wake): Promise<void> {
  await db
    .deleteFrom('push_wakes')
    .where('user_id', '=', userId)
    .where('due_at', '=', sql<string>`${dueAt}::timestamptz`)
    .execute()
}

/** Lists the browsers of an active member. A member who has read everything has none to wake. */
async function listEndpoints(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('push_subscriptions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .innerJoin('notice_boxes as b', 'b.user_id', 's.user_id')
    .select('s.endpoint')
    .where('s.user_id', '=', userId)
    .whereRef('b.last_number', '>', 'b.read_number')
    .where('p.status', '=', 'Active')
    .limit(devicesMax)
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

async function wakeBrowser({ db, config }: WakeDeps, keys: PushKeys, endpoint: string): Promise<PushOutcome> {
  // The rule may have become stricter since the endpoint was stored.
  const isAllowed = isPushEndpoint(endpoint, config.pushLoopback === 'allowed')
  const outcome = isAllowed ? await sendWakeUp(keys, endpoint, config.publicUrl) : 'gone'
  if (outcome === 'gone') await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
  return outcome
}
