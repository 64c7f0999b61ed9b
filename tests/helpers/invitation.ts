import type { Duty } from '../../contract/roles.ts'
import { createSecret } from '../../server/platform/db/secret-token.ts'
import type { Db } from '../../server/platform/db/client.ts'

/**
 * Creates an invitation with the rights of the database owner: by an active owner of the installation, or by the
 * installation itself while there is none. Returns its id and the token of its link.
 */
export async function createInvitation(
  ownerDb: Db,
  { duty = 'owner', email = null }: { duty?: Duty; email?: string | null } = {},
): Promise<{ id: string; token: string }> {
  const { text, hash } = createSecret()
  const owner = await ownerDb
    .selectFrom('profiles')
    .select('id')
    .where('duty', '=', 'owner')
    .where('status', '=', 'Active')
    .limit(1)
    .executeTakeFirst()
  const { id } = await ownerDb
    .insertInto('invitations')
    .values({
      token_hash: hash,
      duty,
      email,
      created_by: owner?.id ?? null,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token: text }
}
