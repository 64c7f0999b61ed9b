// Reads the whole ledger against its rules, while the server runs or not: `npm run verify`.
import { openSource } from '../server/platform/backup/open-source.ts'
import { loadConfig } from '../server/platform/config.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { StartRefusal } from '../server/platform/db/start-refusal.ts'
import { verifyLedger, violationsShownMax } from '../server/money/ledger/verify.ts'

try {
  const { databaseUrl, dataDir } = loadConfig()
  if (databaseUrl) await verify(databaseUrl)
  else await verifyBuiltIn(dataDir)
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 2
}

async function verifyBuiltIn(dataDir: string): Promise<void> {
  const source = await openSource(dataDir)
  try {
    const url = new URL(source.superuserUrl)
    url.pathname = '/et'
    await verify(url.href)
  } finally {
    await source.stop()
  }
}

async function verify(url: string): Promise<void> {
  const startMs = performance.now()
  const { violations, movements } = await withConnection(url, verifyLedger)
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  if (violations.length === 0) {
    console.log(`The ledger holds: ${movements} movements, read in ${seconds} s.`)
    return
  }
  for (const { rule, user_id: userId, id } of violations) console.error(`${rule}: member ${userId}, row ${id}`)
  const shown = violations.length < violationsShownMax ? `${violations.length}` : `The first ${violationsShownMax}`
  console.error(`${shown} violations among ${movements} movements, found in ${seconds} s.`)
  process.exitCode = 1
}
