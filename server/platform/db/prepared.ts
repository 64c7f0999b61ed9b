import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { pageSizeDefault, pageSizeMax } from '../../../contract/endpoint.ts'

/**
 * Marks a statement that runs often, by a comment at its beginning. Each connection parses and plans it once, under this
 * name. So its text may differ in a few forms only. In a query of Kysely it stands in `modifyFront`, in raw SQL first.
 *
 * Write kinds, statuses and the limits that the program chooses into its text by `sql.lit`. For a parameter, PostgreSQL does not
 * know the value when it makes a plan for all calls: it expects a tenth of all rows from a limit, ten values in an array, and no
 * index of pending requests. It finds such a plan too costly, and then plans each call anew: at once, or once a person has many
 * rows. A limit that the caller chooses would give the text a form for each number, so `rowsOfPage` rounds it.
 */
export function hot(name: string): RawBuilder<unknown> {
  return sql.raw(`/* ${name} */`)
}

/**
 * Returns the id of a member for a hot statement that joins many tables. The planner does not look into the subquery, so a plan for
 * this member costs what one for all costs, and its planning on top: PostgreSQL keeps the plan for all. Otherwise it finds a member with
 * few rows cheaper, and plans each call anew, which takes longer than the call.
 */
export function idForAnyPlan(id: string): RawBuilder<string> {
  return sql<string>`(select ${id}::uuid)`
}

/**
 * Returns the rows to read for a page of up to `limit` rows and a look at the next one: one of two numbers, as callers get 100 rows at
 * most. The program may ask for more.
 */
export function rowsOfPage(limit: number): number {
  const usual = [pageSizeDefault, pageSizeMax].find((size) => limit <= size)
  return (usual ?? limit) + 1
}

const mark = /^\s*(?:select )?\/\* (\w+) \*\//

/** The names that PostgreSQL keeps for the texts of marked statements. There are as many as the program has forms of them. */
let names = new Map<string, string>()
/** The part of each name that changes when the tables have. */
let generation = 0

/** Returns the name with which a statement is marked. */
export function labelOf(text: string): string | undefined {
  return mark.exec(text)?.[1]
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  const label = labelOf(text)
  if (label === undefined) return undefined
  const name = `${label}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}_${generation}`
  names.set(text, name)
  return name
}

/**
 * True if a table or a view has other columns than when the statement was prepared, as after the upgrade by another server.
 * The statement has changed nothing, and can be prepared again under another name.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

function renameAll(): void {
  generation += 1
  names = new Map()
}

/**
 * A connection that prepares marked statements under their names. It prepares an outdated one again by itself. In a transaction,
 * which has failed then, the opener does so when it repeats the transaction.
 */
export class PreparingClient extends pg.Client {
  override query = ((...parts: unknown[]): unknown => {
    const [text, values, ...rest] = parts
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    const ask = () => {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
      return name === undefined ? query(...parts) : query({ name, text, values }, ...rest)
    }
    const answer = ask()
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      renameAll()
      if (this.getTransactionStatus() !== 'I') throw error
      return ask()
    })
  }) as pg.Client['query']
}
