import { sql } from 'kysely'
import type { Chain } from '../../platform/chain/chain.ts'
import { readTronAddress } from '../../platform/chain/tron-address.ts'
import type { TransferPage } from '../../platform/chain/tron-client.ts'
import { tellingFailure, Unchecked } from '../../platform/chain/unchecked.ts'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Clock } from './watch-lease.ts'

// A sweep reads a provider's list of transfers to an address from some time on to its end, page by page. The entries
// and the place are in the database with each page. So a sweep goes on where it stopped, on any server.

export interface SweepDeps {
  db: Db
  now: Clock
  chain: Chain
  /** Hears of transactions that were not known before. */
  onSeen?: ((hashes: string[]) => Promise<void>) | undefined
}

interface Sweep {
  address: string
  is_current: boolean
  provider: number
  sweep: 'recent' | 'late'
  read_until: string | null
  started_for: string | null
  reached: string | null
  fingerprint: string | null
  asked_at: string | null
  ended_at: string | null
  now: string
  oldest_buy: string | null
}

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
/** The address of today is looked at each 15 seconds, with a second for the work in between; an earlier one now and then. */
const currentEveryMs = 14 * second
const formerEveryMs = 2 * minute
const lateEveryMs = 10 * minute
/** A sweep begins so long before the place that the last one reached, because the list shows some entries late. */
const overlapMs = { recent: 3 * minute, late: 7 * day }
/** The first sweep begins so long before the oldest open buy, also if a clock is wrong by hours. */
const marginMs = day
/** A block is final about a minute after its time. An earlier question would have no answer. */
const finalAfterMs = 60 * second
/** An address is watched so long after another one has replaced it. */
const formerDays = 30

/**
 * Reads the next page that is due, of the sweep for new transfers or the one for late entries. Returns false if none is due.
 * Throws Unchecked if no provider has answered.
 */
export async function readNextPage(deps: SweepDeps, kind: Sweep['sweep']): Promise<boolean> {
  const sweeps = await listSweeps(deps)
  const [next] = kind === 'recent' ? chooseRecent(sweeps) : chooseLate(sweeps)
  if (!next) return false
  // Each provider has its own list. If one does not answer, the other one does for now.
  const candidates = next.toSorted(compareTurns)
  let failure: Unchecked | undefined
  for (const sweep of candidates) {
    try {
      await readPage(deps, sweep)
      return true
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error
      failure = tellingFailure(failure, error)
    }
  }
  throw failure ?? new Error('a sweep without a provider cannot be read')
}

async function listSweeps({ db, now, chain }: SweepDeps): Promise<Sweep[]> {
  const { rows } = await sql<Sweep>`
    select d.address, d.is_current, p.provider, k.sweep, s.read_until, s.started_for, s.reached, s.fingerprint, s.asked_at, s.ended_at,
           ${now()} as now,
           (select created_at from ledger.requests where kind = 'buy' and status = 'pending' order by id limit 1) as oldest_buy
      from (select address, bool_or(replaced_at is null) as is_current from deposit_addresses
             where replaced_at is null or replaced_at > ${now()} - make_interval(days => ${formerDays}) group by address) d
     cross join generate_series(1, ${chain.providers.length}::integer) p (provider)
     cross join (values ('recent'), ('late')) k (sweep)
      left join chain_sweeps s on (s.address, s.provider, s.sweep) = (d.address, p.provider, k.sweep)
     order by d.address, p.provider`.execute(db)
  return rows.filter(({ address }) => readTronAddress(address) !== null)
}

/** Returns the groups of sweeps that are due, the address of today first. One sweep of each group is to be read. */
function chooseRecent(sweeps: Sweep[]): Sweep[][] {
  const recent = sweeps.filter(({ sweep }) => sweep === 'recent')
  const groups = Object.values(Object.groupBy(recent, ({ address }) => address)).map((group = []) => group)
  const isDue = (group: Sweep[]) => {
    const everyMs = group.some((sweep) => sweep.is_current) ? currentEveryMs : formerEveryMs
    return group.some(isUnderWay) || group.every((sweep) => sinceMs(sweep, sweep.asked_at) >= everyMs)
  }
  return groups.filter(isDue).toSorted((one, other) => Number(isCurrent(other)) - Number(isCurrent(one)))
}

function chooseLate(sweeps: Sweep[]): Sweep[][] {
  return sweeps
    .filter((sweep) => sweep.sweep === 'late' && (isUnderWay(sweep) || sinceMs(sweep, sweep.ended_at) >= lateEveryMs))
    .toSorted(compareTurns)
    .map((sweep) => [sweep])
}

const isCurrent = (group: Sweep[]) => group.some((sweep) => sweep.is_current)
const isUnderWay = ({ fingerprint }: Sweep) => fingerprint !== null
const sinceMs = ({ now }: Sweep, time: string | null) => (time === null ? Infinity : Date.parse(now) - Date.parse(time))

/** A sweep under way comes first, then the one that has waited longest. */
function compareTurns(one: Sweep, other: Sweep): number {
  const waited = (sweep: Sweep) => Math.min(sinceMs(sweep, sweep.asked_at), Number.MAX_SAFE_INTEGER)
  return Number(isUnderWay(other)) - Number(isUnderWay(one)) || waited(other) - waited(one)
}

async function readPage(deps: SweepDeps, sweep: Sweep): Promise<void> {
  const client = deps.chain.providers[sweep.provider - 1]
  if (!client) throw new Error(`the provider ${sweep.provider} of a sweep is missing`)
  const from = sweep.fingerprint === null ? startOf(sweep) : new Date(sweep.started_for ?? 0)
  let page: TransferPage
  try {
    page = await client.listTransfers(sweep.address, from, sweep.fingerprint)
  } catch (error) {
    // A provider forgets its marks after a while. The sweep then goes on from the time that it has reached.
    if (error instanceof Unchecked && error.reason === 'refused' && sweep.fingerprint !== null)
      await restart(deps, sweep)
    throw error
  }
  await keepPage(deps, sweep, from, page)
}

/** Returns the time from which a new sweep reads the list. */
function startOf({ read_until: readUntil, oldest_buy: oldestBuy, now, sweep }: Sweep): Date {
  if (readUntil !== null) return new Date(Date.parse(readUntil) - overlapMs[sweep])
  return new Date(Math.min(Date.parse(oldestBuy ?? now), Date.parse(now)) - marginMs)
}

async function restart({ db }: SweepDeps, { address, provider, sweep }: Sweep): Promise<void> {
  await sql`
    update chain_sweeps set fingerprint = null, read_until = greatest(read_until, reached)
     where (address, provider, sweep) = (${address}, ${provider}, ${sweep})`.execute(db)
}

/** Keeps the entries of a page as questions, and the place that the sweep has reached, both or neither. */
async function keepPage({ db, now, onSeen }: SweepDeps, sweep: Sweep, from: Date, page: TransferPage): Promise<void> {
  const isEnd = page.fingerprint === null
  // A time that is yet to come would hide everything before it from later sweeps.
  const times = page.transfers.map(({ blockTime }) => Math.min(blockTime.getTime(), page.at.getTime()))
  const start = sweep.reached !== null && isUnderWay(sweep) ? [Date.parse(sweep.reached)] : []
  const latest = Math.max(...start, ...times)
  const reached = Number.isFinite(latest) ? new Date(latest).toISOString() : null
  const seen = await inTransaction(db, async (tx) => {
    const entries = page.transfers.map(({ hash, units, blockTime }) => ({
      hash,
      units: units.toString(),
      listed_for: blockTime.toISOString(),
      wait: Math.max(0, Math.min(finalAfterMs, blockTime.getTime() + finalAfterMs - page.at.getTime())) / second,
    }))
    const { rows } = await sql<{ hash: string }>`
      insert into chain_transactions as t (hash, hint_units, listed_for, first_seen, due_at)
      select e.hash, max(e.units), min(e.listed_for), ${now()}, ${now()} + make_interval(secs => min(e.wait))
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as e (hash text, units numeric, listed_for timestamptz, wait double precision)
       group by e.hash
      on conflict (hash) do update
         set hint_units = greatest(t.hint_units, excluded.hint_units), listed_for = excluded.listed_for, due_at = excluded.due_at
       where t.outcome is null and t.listed_for is null
      returning t.hash`.execute(tx)
    await sql`
      insert into chain_sweeps as s (address, provider, sweep, started_for, reached, fingerprint, asked_at, ended_at, read_until)
      values (${sweep.address}, ${sweep.provider}, ${sweep.sweep}, ${from.toISOString()}::timestamptz,
              ${reached}::timestamptz, ${page.fingerprint}, ${now()}, ${isEnd ? now() : sql`null`},
              ${isEnd ? sql`${reached}::timestamptz` : sql`null`})
      on conflict (address, provider, sweep) do update
         set started_for = excluded.started_for, reached = excluded.reached, fingerprint = excluded.fingerprint,
             asked_at = excluded.asked_at, ended_at = coalesce(excluded.ended_at, s.ended_at),
             read_until = greatest(s.read_until, excluded.read_until)`.execute(tx)
    return rows.map(({ hash }) => hash)
  })
  if (seen.length > 0) await onSeen?.(seen)
}
