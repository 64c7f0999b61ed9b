import type pg from 'pg'

/** Every server would hold a copy of these tables, so any member's row may refer to them. */
const sharedTables = ['profiles', 'packages', 'settings']

/**
 * Copies of settled rows. Their keys serve the lists, their ids are those of the originals, and they can be rebuilt at
 * any time.
 */
const copies = ['ledger.entries', 'ledger.decided']

/** These keys are unique across all members, because the function that makes them never returns a value twice. */
const uniqueByConstruction = ['ledger.request_number_taken']

/** These keys are unique across all members on purpose: they tell a payment apart from all others. */
const uniqueAmongAll = ['ledger.amount_reserved_already', 'ledger.open_amount_taken']

type Client = pg.Pool | pg.PoolClient

/**
 * Returns the violations of the rule that the member leads the keys of their rows. A table with a NOT NULL user_id
 * belongs to the member. Its primary key leads with user_id, and its unique keys include it. References between such
 * tables match it on both sides. Any other reference goes to a shared table. The database makes the ids, in order of
 * time.
 */
export async function readKeyFaults(client: Client): Promise<string[]> {
  const tables = (await readOwnedTables(client)).filter((table) => !copies.includes(table))
  return [
    ...(await readUniqueKeys(client, tables)),
    ...(await readReferences(client, tables)),
    ...(await readIdentifiers(client, tables)),
  ].toSorted()
}

export async function readOwnedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND c.relkind IN ('r', 'p')
        AND a.attname = 'user_id' AND a.attnotnull ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

async function readUniqueKeys(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ tab: string; key: string; is_primary: boolean; columns: string[] }>(
    `SELECT i.indrelid::regclass::text AS tab, i.indexrelid::regclass::text AS key, i.indisprimary AS is_primary,
            ARRAY(SELECT coalesce(a.attname, '(expression)')::text FROM unnest(i.indkey) WITH ORDINALITY k (number, place)
                    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number ORDER BY k.place) AS columns
       FROM pg_index i WHERE i.indisunique AND i.indrelid::regclass::text = ANY($1)`,
    [tables],
  )
  const unkeyed = tables.filter((table) => !rows.some((row) => row.tab === table && row.is_primary))
  const wrong = rows.filter(({ key, is_primary, columns }) =>
    is_primary
      ? columns[0] !== 'user_id'
      : !columns.includes('user_id') && ![...uniqueByConstruction, ...uniqueAmongAll].includes(key),
  )
  return [
    ...unkeyed.map((table) => `${table} has no primary key`),
    ...wrong.map(({ tab, key, is_primary, columns }) =>
      is_primary
        ? `the primary key of ${tab} leads with ${columns[0]}`
        : `the unique key ${key} of ${tab} leaves user_id out`,
    ),
  ]
}

async function readReferences(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ tab: string; target: string; columns: string[]; targets: string[] }>(
    `SELECT k.conrelid::regclass::text AS tab, k.confrelid::regclass::text AS target,
            ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u (number, place)
                    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.number ORDER BY u.place) AS columns,
            ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u (number, place)
                    JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.number ORDER BY u.place) AS targets
       FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY($1)`,
    [tables],
  )
  return rows
    .filter(({ target, columns, targets }) => {
      const place = columns.indexOf('user_id')
      const isOwn = tables.includes(target) && place >= 0 && targets[place] === 'user_id'
      return !isOwn && !sharedTables.includes(target)
    })
    .map(({ tab, target, columns }) => `${tab} (${columns.join(', ')}) points at ${target} past its member`)
}

async function readIdentifiers(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ tab: string; type: string; value: string | null }>(
    `SELECT a.attrelid::regclass::text AS tab, format_type(a.atttypid, a.atttypmod) AS type,
            pg_get_expr(d.adbin, d.adrelid) AS value
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attname = 'id' AND a.attrelid::regclass::text = ANY($1)`,
    [tables],
  )
  return rows
    .filter(({ type, value }) => type !== 'uuid' || value !== 'uuidv7()')
    .map(({ tab, type }) => `${tab} has ids of type ${type} that are not time-ordered UUIDs`)
}

/** Returns the functions that an UPDATE in this PL/pgSQL or SQL source calls. */
export function callsInUpdates(source: string): string[] {
  const updates = [...withoutTexts(source).matchAll(/\bUPDATE\s+[\w.]+[^;]*?\bSET\b[^;]*/gi)]
  // A loop over the updated rows may call anything.
  const statements = updates.map(([text]) => text.split(/\bLOOP\b/i)[0] ?? '')
  return statements.flatMap((text) => [...text.matchAll(/\b([a-z_][a-z0-9_]*)\s*\(/gi)].map(([, name = '']) => name))
}

/**
 * Returns what Citus cannot spread of the statements that write in this PL/pgSQL source. It works the values of a row out before it
 * knows the node. So VALUES may hold no sub-select, and a CASE that compares one value with several is worked out wrongly. An UPDATE
 * may choose between its row and a clock only by a variable.
 */
export function readWriteFaults(source: string): string[] {
  const writes = withoutTexts(source).matchAll(
    /(?:\bWITH\b[^;]*?)?\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+([\w.]+)[^;]*/gi,
  )
  return [...writes].flatMap(([text, table]) => {
    const statement = text.split(/\bLOOP\b/i)[0] ?? ''
    const values = /\bVALUES\b(.*)/is.exec(statement)?.[1]?.split(/\bON\s+CONFLICT\b|\bRETURNING\b/i)[0] ?? ''
    return [
      ...(/\(\s*SELECT\b/i.test(values) ? [`${table}: a sub-select inside VALUES`] : []),
      ...(/\bCASE\s+(?!WHEN\b|\s)/i.test(statement) ? [`${table}: a CASE that compares one value`] : []),
      ...(hasChosenClock(setsOf(statement)) ? [`${table}: a clock inside CASE or coalesce`] : []),
    ]
  })
}

function hasChosenClock(sets: string): boolean {
  if (!/\bUPDATE\b/i.test(sets)) return false
  const isInCase = /\bCASE\b(?:(?!\bEND\b).)*\b(?:now|clock_timestamp)\(\)/is.test(sets)
  return isInCase || /\bcoalesce\s*\((?:[^()]|\([^()]*\))*\b(?:now|clock_timestamp)\(\)/i.test(sets)
}

/** Returns an UPDATE as far as the end of its assignments. */
function setsOf(statement: string): string {
  let depth = 0
  for (const { 0: found, index } of statement.matchAll(/[()]|\bWHERE\b|\bFROM\b/gi)) {
    if (found === '(') depth += 1
    else if (found === ')') depth -= 1
    else if (depth === 0) return statement.slice(0, index)
  }
  return statement
}

/** Returns the source without comments and with empty texts. */
function withoutTexts(source: string): string {
  return source.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''")
}
