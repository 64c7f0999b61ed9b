import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Violation = { from: string; rule: { name: string } }
type Module = { source: string; dependencies: unknown[] }
type Cruise = { modules: Module[]; summary: { violations: Violation[] } }

const configFile = join(process.cwd(), '.dependency-cruiser.mjs')
const { default: config } = (await import(configFile)) as { default: { forbidden: { name: string }[] } }
const folders = ['contract', 'server', 'web', 'tests', 'scripts', 'bench']
const sources = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`)

/** For each rule, a file with one import that the rule forbids, and the files that this import needs. */
const plants: Record<string, Record<string, string>> = {
  'contract-stands-alone': { 'contract/planted.ts': "import 'node:fs'" },
  'platform-knows-no-business': { 'server/platform/planted.ts': "import '../money/ledger/ledger.ts'" },
  'accounts-stand-on-platform': { 'server/accounts/planted.ts': "import '../money/ledger/ledger.ts'" },
  'money-stands-on-accounts': { 'server/money/planted.ts': "import '../support/chat/chat.ts'" },
  'support-stands-on-money': { 'server/support/planted.ts': "import '../reports/stats/stats.ts'" },
  'reports-stand-on-all-rooms': { 'server/reports/planted.ts': "import '../demo/people.ts'" },
  'schema-is-for-the-start': { 'server/planted-schema.ts': "import './schema/schema.ts'" },
  'db-is-the-ground': { 'server/platform/db/planted.ts': "import '../events/events.ts'" },
  'ledger-knows-no-purpose': { 'server/money/ledger/planted.ts': "import '../packages/packages.ts'" },
  'features-know-no-http': { 'server/money/planted-feature.ts': "import '../platform/http/route.ts'" },
  'routes-are-for-the-app': { 'server/money/planted-routes.ts': "import './packages/routes.ts'" },
  'routes-only-forward': { 'server/money/forwarding/routes.ts': "import '../ledger/ledger.ts'" },
  'app-is-the-top': { 'server/money/asking.ts': "import '../app.ts'" },
  'main-is-not-a-library': { 'tests/planted-main.ts': "import '../server/main.ts'" },
  'server-not-to-web': { 'server/planted-web.ts': "import '../web/ui/button.tsx'" },
  'web-not-to-server': {
    'web/planted-server.ts': "import type { Db } from '../server/platform/db/client.ts'\nexport type A = Db",
  },
  'ui-has-no-business': { 'web/ui/planted.ts': "import '../../contract/texts.ts'" },
  'lib-is-below-the-screens': { 'web/lib/planted.ts': "import '../ui/button.tsx'" },
  'web-features-stand-apart': {
    'web/features/planted-one/one.ts': "import '../planted-two/two.ts'",
    'web/features/planted-two/two.ts': 'export const two = 2',
  },
  'chat-shows-files-and-requests': {
    'web/features/chat/planted.ts': "import '../requests/planted-part.ts'",
    'web/features/requests/planted-part.ts': 'export const part = 1',
  },
  'requests-lead-to-the-chat': {
    'web/features/requests/planted.ts': "import '../chat/planted-row.ts'",
    'web/features/chat/planted-row.ts': 'export const row = 1',
  },
  'pages-stand-apart': {
    'web/pages/admin/planted/page.ts': "import '../planted-other/part.ts'",
    'web/pages/admin/planted-other/part.ts': 'export const other = 1',
  },
  'layouts-know-no-page': {
    'web/app/layouts/planted.ts': "import '../../pages/public/screen.ts'",
    'web/pages/public/screen.ts': 'export const screen = 1',
  },
  'router-is-the-top-of-the-web': { 'web/pages/public/planted.ts': "import '../../app/router.tsx'" },
  'no-tests-in-the-product': { 'server/planted-helper.ts': "import '../tests/helpers/database.ts'" },
  'no-development-packages-on-the-server': { 'server/planted-package.ts': "import 'fast-check'" },
  'no-unresolvable': { 'server/planted-nowhere.ts': "import './nowhere.ts'" },
  'no-circular': {
    'web/lib/planted-a.ts': "import './planted-b.ts'",
    'web/lib/planted-b.ts': "import './planted-a.ts'",
  },
}

/** Similar imports that are allowed: a feature may use any file in its own room and in the rooms below. */
const allowed: Record<string, string> = {
  'server/money/alike/alike.ts': "import './part.ts'\nimport '../planted-near/any-part.ts'",
  'server/money/alike/part.ts': "import type { Db } from '../../platform/db/client.ts'\nexport type A = Db",
  'server/money/planted-near/any-part.ts': "import '../ledger/ledger.ts'\nimport '../../accounts/members/members.ts'",
  'server/money/alike/routes.ts':
    "import './part.ts'\nimport type { Db } from '../../platform/db/client.ts'\nexport type A = Db",
  'web/pages/admin/alike/page.ts': "import './part.ts'",
  'web/pages/admin/alike/part.ts': "import '../../../ui/button.tsx'\nimport '../../../../contract/texts.ts'",
}

let copy = ''
let cruise: Cruise

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'et-boundaries-'))
  for (const file of [...sources, 'package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.mjs'])
    cpSync(file, join(copy, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  for (const [file, text] of Object.values({ ...plants, allowed }).flatMap(Object.entries<string>)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `${text}\n`)
  }
  const depcruise = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders]
  const run = spawnSync(process.execPath, [depcruise, ...options], { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (run.stdout === '') throw new Error(run.stderr)
  cruise = JSON.parse(run.stdout) as Cruise
})

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

test.for(config.forbidden)('the rule $name reports a planted violation', ({ name }) => {
  const planted = Object.keys(plants[name] ?? {})[0]

  expect(planted, 'the rule has a planted violation').toBeDefined()
  expect(cruise.summary.violations.filter(({ rule, from }) => rule.name === name && from === planted)).not.toEqual([])
})

test('allowed imports pass', () => {
  expect(cruise.summary.violations.filter(({ from }) => from in allowed)).toEqual([])
})

test('the checker sees the sources and what they import', () => {
  const seen = cruise.modules.filter(({ source }) => sources.includes(source))
  const importing = seen.filter(({ dependencies }) => dependencies.length > 0)

  expect(sources.length).toBeGreaterThan(100)
  expect(seen.length).toBeGreaterThanOrEqual(sources.length * 0.9)
  expect(importing.length).toBeGreaterThanOrEqual(sources.length * 0.6)
})
