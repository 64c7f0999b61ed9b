import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { createBoundSecret, readBoundSecret } from '../../platform/db/secret-token.ts'

const challengeMinutes = 5
/** The time for which a browser waits for the authenticator. */
export const challengeMs = challengeMinutes * 60_000

/** The purpose of a challenge. A signed one counts for nothing else. */
export type ChallengePurpose =
  | { for: 'passkey'; sessionId: string }
  /** `call` names the call, as a proof does (call-name.ts). */
  | { for: 'proof'; sessionId: string; call: string }
  /** The browser that signs in keeps the attempt's secret in a cookie. */
  | { for: 'sign_in'; attempt: string }

/** Creates a challenge. It counts once, for its purpose and for five minutes. */
export async function createChallenge(db: Db, purpose: ChallengePurpose): Promise<string> {
  const { text, hash } = createBoundSecret(textOf(purpose))
  await db
    .insertInto('passkey_challenges')
    .values({ hash, expires_at: sql`now() + make_interval(mins => ${challengeMinutes})` })
    .execute()
  return text
}

/** Uses up a challenge. Returns false if it is not open for this purpose. */
export async function consumeChallenge(db: Db, challenge: string, purpose: ChallengePurpose): Promise<boolean> {
  const hash = readBoundSecret(challenge, textOf(purpose))
  const taken =
    hash &&
    (await db
      .deleteFrom('passkey_challenges')
      .where('hash', '=', hash)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('hash')
      .executeTakeFirst())
  return taken !== undefined
}

function textOf(purpose: ChallengePurpose): string {
  return JSON.stringify(purpose, Object.keys(purpose).toSorted())
}
