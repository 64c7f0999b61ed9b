import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../server/platform/db/client.ts'
import type { TestServer } from '../server.ts'

/** A payment slip of a member. Its file would hold its own path. */
export interface Slip {
  id: string
  path: string
  /** The digest of the file, in hexadecimal digits. */
  sha256: string
}

interface Owner {
  /** The user id of the member. */
  id: string
  slips: Slip[]
}

/** Gives each member so many slips more, without their files. A load cannot ask for them while its database is away. */
export async function giveSlips(db: Db, owners: readonly Owner[], each: number): Promise<void> {
  for (const { id: userId, slips } of owners) {
    const { rows } = await sql<{ id: string; path: string }>`
      insert into uploads (user_id, path, mime_type, size_bytes, sha256)
      select ${userId}::uuid, p.path, 'image/png', length(p.path), sha256(p.path::bytea)
        from (select ${userId}::text || '/' || uuidv7() || '.png' as path from generate_series(1, ${each}::int)) p
      returning id, path`.execute(db)
    slips.push(...rows.map(({ id, path }) => ({ id, path, sha256: createHash('sha256').update(path).digest('hex') })))
  }
}

/** Stores the files of all slips that members have left, for a scenario that looks for them. */
export function storeSlips({ dataDir }: TestServer, owners: readonly Owner[]): void {
  for (const { path } of owners.flatMap(({ slips }) => slips)) {
    const place = join(dataDir, 'files/payment_proofs', path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, path)
  }
}
