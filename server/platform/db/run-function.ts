import type { RawBuilder } from 'kysely'
import type { Db } from './client.ts'
import { refusalOf } from './refusal.ts'

/** Calls a function of the database and returns its row. A refusal of the function becomes a Refusal. */
export async function runFunction<Row>(db: Db, call: RawBuilder<unknown>): Promise<Row> {
  try {
    const { rows } = await call.execute(db)
    return rows[0] as Row
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
