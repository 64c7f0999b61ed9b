import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../server/platform/db/connect.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { schema } from '../server/schema/schema.ts'
import { atLeast, atMost, figure, median, type BenchRow } from './figures.ts'
import { openPgledger } from './ledger/pgledger.ts'
import { measureInTurns, openClients, type Measured } from './ledger/turns.ts'
import { ledgerWorkloads, submitForOneReferrer, turnsPerRound, type LedgerWork } from './ledger/workloads.ts'
import { fillWorld, type World } from './ledger/world.ts'

const clients = 8
/** Set ROUNDS for a quick run: `ROUNDS=1 npm run bench -- ledger`. */
const rounds = Number(process.env['ROUNDS'] ?? 5)
const warmUpShare = 0.3
/** So many that none comes near the limit of open requests. */
const richMembers = 5_000
const pairsInAll = Math.ceil(turnsPerRound.pair * (rounds + warmUpShare)) + clients

/**
 * Measures the cost of the ledger's calls as ratios to one-row inserts that commit, and to a transfer of pgledger, another
 * ledger in PostgreSQL. All run interleaved, on one cluster with ordinary durability. It also measures the processor time
 * that PostgreSQL spends on a buy.
 */
export const bench = {
  name: 'ledger',
  async run(): Promise<{ rows: BenchRow[] }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'et-bench-'))
    const server = await startEmbeddedPostgres(dataDir)
    try {
      return { rows: report(await measure(server)) }
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    }
  },
}

type Work = LedgerWork | 'pgledger transfer'

const hot = 'approval for one referrer'

async function measure({ ownerUrl, appUrl, superuserUrl }: EmbeddedPostgres): Promise<Record<Work, Measured>> {
  await migrate(ownerUrl, schema)
  const size = { admins: clients, rich: richMembers, pairs: pairsInAll }
  const world = await withConnection(ownerUrl, async (owner) => fillWorld(owner, size))
  const pool = await openClients(appUrl, clients)
  const peer = await openPgledger({ superuserUrl, clients, accounts: richMembers, turns: turnsPerRound.submit })
  const waiting = await submitForOneReferrer(pool, world)
  const measured = await measureInTurns([...ledgerWorkloads(pool, world, waiting), peer], { rounds, warmUpShare })
  await Promise.all([...pool, ...peer.pool].map(async ({ client }) => client.end()))
  const broken = await withConnection(ownerUrl, async (owner) => owner.query('SELECT rule FROM ledger.violations'))
  await expectRewards(ownerUrl, world)
  if (broken.rowCount) throw new Error(`the books are broken: ${JSON.stringify(broken.rows)}`)
  return measured
}

/** Throws unless each approval for the one referrer has rewarded this member. */
async function expectRewards(ownerUrl: string, { fans, rich }: World): Promise<void> {
  const { rows } = await withConnection(ownerUrl, async (owner) =>
    owner.query<{ approved: number; rewarded: number }>(
      `SELECT count(*)::int AS approved, count(m.id)::int AS rewarded
         FROM ledger.requests r
         LEFT JOIN ledger.movements m ON m.user_id = r.user_id AND m.request_id = r.id AND m.leg = 'referral' AND m.credit_id = $2
        WHERE r.user_id = ANY ($1) AND r.status = 'approved'`,
      [fans.map(({ userId }) => userId), rich[0]?.userId],
    ),
  )
  const { approved = 0, rewarded = 0 } = rows[0] ?? {}
  if (approved === 0 || approved !== rewarded) throw new Error(`${approved} approvals gave ${rewarded} rewards`)
}

function report(measured: Record<Work, Measured>): BenchRow[] {
  const ratio = (one: Work, other: Work) =>
    median(measured[one].perSecond.map((rate, round) => rate / (measured[other].perSecond[round] ?? 0)))
  const least = (name: string, one: LedgerWork, other: Work, bar: number) =>
    atLeast(name, ratio(one, other), bar, { digits: 3 })
  const rate = (name: string, work: Work) => figure(name, median(measured[work].perSecond), { digits: 0 })
  const cpu = (work: LedgerWork) => median(measured[work].cpuMs)
  const cpuFigure = (name: string, work: LedgerWork) => figure(`PostgreSQL ms: ${name}`, cpu(work), { digits: 3 })
  return [
    rate('one-row insert, per second', 'insert'),
    rate('transfer of pgledger, per second', 'pgledger transfer'),
    least('submit withdrawal ÷ insert', 'submit withdrawal', 'insert', 0.2),
    least('submit buy ÷ insert', 'submit buy', 'insert', 0.2),
    least('submit buy ÷ transfer of pgledger', 'submit buy', 'pgledger transfer', 1.6),
    least('submit withdrawal ÷ transfer of pgledger', 'submit withdrawal', 'pgledger transfer', 1.4),
    least('transfer submitted and approved ÷ transfer of pgledger', 'transfer pair', 'pgledger transfer', 0.6),
    cpuFigure('insert', 'insert'),
    cpuFigure('submit withdrawal', 'submit withdrawal'),
    cpuFigure('submit buy', 'submit buy'),
    cpuFigure('transfer + approve', 'transfer pair'),
    atMost('PostgreSQL ms: buy + approve', cpu('top-up pair'), 1, { digits: 3 }),
    cpuFigure('first package + approve, bonus, reward', 'first package pair'),
    atLeast('approvals that all reward one referrer, a second', median(measured[hot].perSecond), 300, { digits: 0 }),
    cpuFigure('approval that rewards this referrer', hot),
  ]
}
