import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'

/**
 * Marks a statement that runs often, by a comment at its beginning. Each connection parses and plans it once, under this
 * name. So its text may differ in a few forms only. In a query of Kysely it stands in `modifyFront`, in raw SQL first.
 */
export function hot(name: string): RawBuilder<unknown> {
  return sql.raw(`/* ${name} */`)
}

const mark = /^(?:select )?\/\* (\w+) \*\//

/** The names that PostgreSQL keeps for the texts of marked statements. There are as many as the program has forms of them. */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  const [, label] = mark.exec(text) ?? []
  if (label === undefined) return undefined
  const name = `${label}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  names.set(text, name)
  return name
}

/** A connection that prepares marked statements under their names. */
export class PreparingClient extends pg.Client {
  override query = ((...parts: unknown[]): unknown => {
    const [text, values, ...rest] = parts
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    return name === undefined ? query(...parts) : query({ name, text, values }, ...rest)
  }) as pg.Client['query']
}
