import type { OutputOf } from '../../../contract/operation.ts'
import type { getPush } from '../../../contract/push.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'
import { isPushEndpoint } from '../../platform/push/push-address.ts'
import { readPushKeys } from '../../platform/push/push-keys.ts'

export type PushConfig = Pick<Config, 'webPush' | 'pushLoopback'>

/** A member has few devices. More than these would make all other members wait. */
export const devicesMax = 10

interface SessionKey {
  userId: string
  sessionId: string
}

interface PushDeps {
  db: Db
  encryption: Encryption
  config: PushConfig
}

/** Reads if the browser of a session is woken, and the key with which it can ask for that, if the operator allows it. */
export async function readPush(deps: PushDeps, session: SessionKey): Promise<OutputOf<typeof getPush>> {
  if (deps.config.webPush === 'off') return { public_key: null, is_on: false }
  const row = await deps.db
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('user_id', '=', session.userId)
    .where('session_id', '=', session.sessionId)
    .executeTakeFirst()
  return { public_key: (await readPushKeys(deps)).publicKey, is_on: row !== undefined }
}

/**
 * Lets the browser of a session be woken at an endpoint. Refuses an endpoint that may not be called. Of many browsers, those of the
 * newest sessions stay.
 */
export async function startPush(
  { write, config }: { write: Write; config: PushConfig },
  { userId, sessionId }: SessionKey,
  endpoint: string,
): Promise<Record<string, never>> {
  if (!isPushEndpoint(endpoint, config.pushLoopback === 'allowed')) throw new Refusal('push_service_unknown')
  await write(async (tx) => {
    // A browser has one endpoint. The person who was signed in there before is not woken on it any more.
    await tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
    await tx
      .insertInto('push_subscriptions')
      .values({ user_id: userId, session_id: sessionId, endpoint })
      .onConflict((conflict) => conflict.columns(['user_id', 'session_id']).doUpdateSet({ endpoint }))
      .execute()
    const newest = tx
      .selectFrom('push_subscriptions')
      .select('session_id')
      .where('user_id', '=', userId)
      .orderBy('session_id', 'desc')
      .limit(devicesMax)
    await tx
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', userId)
      .where('session_id', 'not in', newest)
      .execute()
  })
  return {}
}

/** Wakes the browser of a session no more. */
export async function stopPush(write: Write, { userId, sessionId }: SessionKey): Promise<Record<string, never>> {
  await write(async (tx) => {
    await tx
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .execute()
  })
  return {}
}
