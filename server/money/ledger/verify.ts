import type pg from 'pg'

/** A row that breaks a rule of the ledger. */
export interface Violation {
  rule: string
  user_id: string | null
  id: string | null
}

export interface Verification {
  /** The first violations, at most `violationsShownMax`. */
  violations: Violation[]
  movements: number
}

export const violationsShownMax = 100

/**
 * Reads the whole ledger against its rules, at one moment. The calls of others go on meanwhile.
 * @param owner a connection of the owner or of the superuser
 */
export async function verifyLedger(owner: pg.Client): Promise<Verification> {
  // The two reads belong to one moment.
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // A PostgreSQL that can would compile the rules, which takes longer than to read them.
  await owner.query('SET LOCAL jit = off')
  const found = await owner.query<Violation>('SELECT * FROM ledger.find_violations() LIMIT $1', [violationsShownMax])
  const counted = await owner.query<{ count: string }>('SELECT count(*) FROM ledger.movements')
  await owner.query('COMMIT')
  return { violations: found.rows, movements: Number(counted.rows[0]?.count) }
}
