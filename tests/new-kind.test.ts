import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestKinds } from '../contract/endpoints/requests.ts'

const sources = globSync('{contract,server,web,tests,bench,scripts}/**/*.{ts,tsx,json}')
const configs = globSync('{*.config.ts,tsconfig*.json,package.json}')
const projects = ['.', 'web', 'tests/journeys', 'tests/screens']
/** The SQL that is applied anew whenever it changes, and that knows the kinds by name. */
const sql = globSync(['server/money/ledger/*.sql', 'server/schema/*.sql'])
const namesKind = (text: string, kind: string) => text.includes(`'${kind}'`)

let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'et-new-kind-'))
  for (const file of [...sources, ...configs]) cpSync(file, join(copy, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  for (const file of [names, contract])
    writeFileSync(join(copy, file), withFourthKind(file, readFileSync(file, 'utf8')))
  // `npm run db:types` writes this file.
  const types = readFileSync(tableTypes, 'utf8')
  const known = requestKinds.map((kind) => `'${kind}'`).join(' | ')
  if (!types.includes(known)) throw new Error(`${tableTypes} does not list the kinds of requests as ${known}`)
  writeFileSync(join(copy, tableTypes), types.replaceAll(known, `${known} | 'loan'`))
})

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

test('CONTRIBUTING lists every file that a fourth kind of request changes', { timeout: 120_000 }, async () => {
  const demandedBySql = sql.filter((file) => requestKinds.some((kind) => namesKind(readFileSync(file, 'utf8'), kind)))
  const demanded = [names, contract, ...(await findTypeErrors()), ...demandedBySql]
  expect(readList()).toEqual([...new Set(demanded)].sort())
})

test.each(sql)('%s names all kinds of requests or none', (file) => {
  const text = readFileSync(file, 'utf8')
  const named = requestKinds.filter((kind) => namesKind(text, kind))
  expect([[], requestKinds]).toContainEqual(named)
})

const names = 'contract/endpoints/requests.ts'
const contract = 'contract/requests.ts'
const tableTypes = 'server/platform/db/database-types.ts'

/** Returns the contract with a kind that has a name, a schema and a list of its own. */
function withFourthKind(file: string, text: string): string {
  const [schema = ''] = /export const transferRequest = z\.object\(\{.*?\n\}\)\n/s.exec(text) ?? []
  const name: [before: string, after: string] = [`'transfer'] as const`, `'transfer', 'loan'] as const`]
  const schemas: [before: string, after: string][] = [
    [schema, schema + schema.replace('transferRequest', 'loanRequest').replace(`'transfer'`, `'loan'`)],
    ['transferRequest])', 'transferRequest, loanRequest])'],
    ['  transfer_requests:', '  loan_requests: z.array(loanRequest),\n  transfer_requests:'],
  ]
  return (file === names ? [name] : schemas).reduce((edited, [before, after]) => {
    expect(edited.split(before)).toHaveLength(2)
    return edited.replace(before, after)
  }, text)
}

/** Returns the files in which the compiler finds a mistake. */
async function findTypeErrors(): Promise<string[]> {
  const outputs = await Promise.all(
    projects.map(async (project) => {
      const tsc = [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false']
      const run = promisify(execFile)(process.execPath, tsc, { cwd: copy, maxBuffer: 2 ** 26 })
      return run.then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      )
    }),
  )
  return outputs.flatMap((output) => [...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))
}

/** Returns the files of the list in CONTRIBUTING.md, sorted. */
function readList(): string[] {
  const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Adding a kind of request\n')
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `([^`]+)`/gm) ?? []
  return [...rows].map(([, file = '']) => file).sort()
}
