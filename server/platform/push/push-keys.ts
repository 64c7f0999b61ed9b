import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { encryptionContexts } from '../encryption/contexts.ts'
import type { Encryption } from '../encryption/encryption.ts'

/** The keys by which push services know this installation (RFC 8292). */
export interface PushKeys {
  /** The public key in base64url, as browsers and push services expect it. */
  publicKey: string
  privateKey: JsonWebKey
}

const lifetimeSeconds = 12 * 3600

/** Reads the keys, and makes them at the first call. Of servers that make some at once, one stores its own. */
export async function readPushKeys({ db, encryption }: { db: Db; encryption: Encryption }): Promise<PushKeys> {
  const read = () => db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  const stored = (await read()) ?? (await createKeys(db, encryption)) ?? (await read())
  if (!stored) throw new Error('the keys of web push were removed meanwhile')
  const privateKey = encryption.decrypt(stored.private_key, encryptionContexts.pushKey)
  return { publicKey: stored.public_key, privateKey: JSON.parse(privateKey) as JsonWebKey }
}

async function createKeys(db: Db, encryption: Encryption) {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const bytes = [Buffer.of(4), ...[jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))]
  return db
    .insertInto('push_keys')
    .values({
      public_key: Buffer.concat(bytes).toString('base64url'),
      private_key: encryption.encrypt(JSON.stringify(jwk), encryptionContexts.pushKey),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['public_key', 'private_key'])
    .executeTakeFirst()
}

/** Returns the header by which a push service knows that this installation calls it. `now` is in milliseconds. */
export function authorizationFor(
  { publicKey, privateKey }: PushKeys,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + lifetimeSeconds, sub: subject }
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64url(JSON.stringify(part)))
  const text = parts.join('.')
  const key = createPrivateKey({ key: privateKey, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
