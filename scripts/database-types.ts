import { join } from 'node:path'
import type pg from 'pg'
import { format, resolveConfig } from 'prettier'

type Column = {
  relation: string
  relation_id: number
  is_view: boolean
  name: string
  number: number
  type: string
  not_null: boolean
  default_kind: 'none' | 'default' | 'always'
  check: string | null
  view_tree: string | null
  has_outer_join: boolean | null
}

const typeOf: Record<string, string> = {
  _text: 'string[]',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  xid8: 'string',
}

/** Renders the tables and views of a migrated database as TypeScript types for the query builder. */
export async function renderDatabaseTypes(client: pg.Client | pg.Pool): Promise<string> {
  const { rows } = await client.query<Column>(catalogueQuery)
  const columns = rows.map((column) => resolveViewColumn(column, rows))
  const relations = [...new Set(columns.map(({ relation }) => relation))]
  const interfaces = relations.map((relation) => {
    const lines = columns.filter((column) => column.relation === relation).map(renderColumn)
    return `export interface ${interfaceName(relation)} {\n${lines.join('')}}\n`
  })
  const keys = relations.map((relation) => `  ${renderKey(relation)}: ${interfaceName(relation)}\n`)
  const source = [
    '// Generated from the migrated database by `npm run db:types`. Do not edit.\n',
    "import type { Generated, GeneratedAlways } from 'kysely'\n\n",
    '/** The tables and views of a migrated database. */\n',
    `export interface Database {\n${keys.join('')}}\n\n`,
    interfaces.join('\n'),
  ].join('')
  const style = await resolveConfig(join(import.meta.dirname, 'database-types.ts'))
  return format(source, { ...style, parser: 'typescript' })
}

function renderColumn(column: Column): string {
  const base = column.check ?? typeOf[column.type]
  if (!base) throw new Error(`No TypeScript type is known for ${column.type} (${column.relation}.${column.name})`)
  const type = column.not_null || base === 'unknown' ? base : `${base} | null`
  const wrapped = { none: type, default: `Generated<${type}>`, always: `GeneratedAlways<${type}>` }[column.default_kind]
  return `  ${column.name}: ${wrapped}\n`
}

/**
 * PostgreSQL calls every column of a view nullable. This function takes the facts of the table's column for each column
 * that a view passes on unchanged.
 */
function resolveViewColumn(column: Column, all: Column[]): Column {
  if (!column.is_view) return { ...column, check: column.check && literals(column.check) }
  const target = topTargets(column.view_tree ?? '').find((entry) => entry.includes(` :resname ${column.name} `))
  const [, table, number] = / :resorigtbl (\d+) :resorigcol (\d+)/.exec(target ?? '') ?? []
  const source = all.find((other) => other.relation_id === Number(table) && other.number === Number(number))
  if (!target || !source) return column
  // An outer join makes columns nullable. The tree names these columns, except those that a subquery passes on.
  const isPlain = !target.includes(':varnullingrels (b ')
  const isTraceable = !column.has_outer_join || !column.view_tree?.includes(':rtekind 1 ')
  return {
    ...column,
    not_null: source.not_null && isPlain && isTraceable,
    check: source.check && literals(source.check),
  }
}

/**
 * Returns the target entries of the outermost query in a stored view: the text of its `:targetList` at nesting depth
 * one.
 */
function topTargets(tree: string): string[] {
  const targets: string[] = []
  let depth = 0
  let start = 0
  let isInTargets = false
  for (let at = 0; at < tree.length; at += 1) {
    if (tree[at] === '{') {
      depth += 1
      if (depth === 2) start = at
    } else if (tree[at] === '}') {
      if (depth === 2 && isInTargets) targets.push(tree.slice(start, at))
      depth -= 1
    } else if (tree[at] === ':' && depth === 1) {
      isInTargets = tree.startsWith(':targetList ', at)
    }
  }
  return targets
}

/**
 * Returns the words of a check such as `CHECK ((kind = ANY (ARRAY['buy'::text, …])))` as a union type. A check by a
 * function works the same way.
 */
function literals(check: string): string {
  return [...check.matchAll(/'[^']*'/g)].map(([word]) => word).join(' | ')
}

function interfaceName(relation: string): string {
  return relation.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function renderKey(relation: string): string {
  return relation.includes('.') ? `'${relation}'` : relation
}

const catalogueQuery = `
  SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS relation,
         c.oid::int AS relation_id, c.relkind = 'v' AS is_view, a.attname AS name, a.attnum AS number,
         t.typname AS type, a.attnotnull AS not_null,
         CASE WHEN a.attgenerated <> '' OR a.attidentity = 'a' THEN 'always'
              WHEN a.atthasdef OR a.attidentity = 'd' THEN 'default' ELSE 'none' END AS default_kind,
         (SELECT coalesce(p.prosrc, pg_get_constraintdef(k.oid)) FROM pg_constraint k
            LEFT JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = k.oid AND d.refclassid = 'pg_proc'::regclass
            LEFT JOIN pg_proc p ON p.oid = d.refobjid
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
             AND (pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[' OR p.prosrc ~ '^\\s*BEGIN\\s+RETURN \\w+ IN \\(')) AS check,
         r.ev_action::text AS view_tree, pg_get_viewdef(c.oid) ~ '(LEFT|RIGHT|FULL) JOIN' AS has_outer_join
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_rewrite r ON r.ev_class = c.oid AND c.relkind = 'v'
   WHERE n.nspname IN ('public', 'ledger') AND c.relkind IN ('r', 'p', 'v') AND c.relname <> 'schema_migrations'
   ORDER BY n.nspname = 'ledger', c.relname, a.attnum`
