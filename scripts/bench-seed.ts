// Fills a database with made-up people, to measure the product at that size: `npm run bench:seed -- --members 1000000
// --transactions 10000000`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { folderOf, seedFolder } from '../bench/seed/folders.ts'
import { StartRefusal } from '../server/platform/db/start-refusal.ts'

try {
  const { values } = parseArgs({
    options: {
      members: { type: 'string', default: '1000000' },
      transactions: { type: 'string', default: '10000000' },
    },
  })
  const plan = {
    members: readCount('members', values.members, 10_000_000),
    transactions: readCount('transactions', values.transactions, 100_000_000),
  }
  const { DATA_DIR: chosen } = process.env
  const dataDir = chosen ? resolve(chosen) : folderOf(plan)
  console.log(`Filling ${dataDir} with ${plan.members} members and about ${plan.transactions} transactions.`)
  await seedFolder(plan, dataDir)
  process.exit(0)
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exit(1)
}

function readCount(name: string, text: string, max: number): number {
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text)
  throw new StartRefusal(`--${name} takes a whole number from 1 to ${max}, and got ${text}.`)
}
