import type { Payout } from '../../../contract/payouts.ts'
import type { BuyRequest, Request, WithdrawalRequest } from '../../../contract/requests.ts'
import { recordActionWithoutChange, type AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { readPayouts, type PayoutReader } from '../payouts/payouts.ts'
import { listAllRequests } from '../requests/admin-request-list.ts'

type Exporter = Pick<AuditEvent, 'actorId' | 'ipAddress'>
interface Transfers {
  hashes: string[]
  blocks: string[]
}
interface Row extends Transfers {
  request: BuyRequest | WithdrawalRequest
  /** Of an approved withdrawal. */
  payout: Payout | undefined
  payoutBlock: string | undefined
}

const rowsPerPage = 500

/** Returns all decided buys and then all decided withdrawals with their transfers and payouts as a table, newest first. */
export function exportTreasury(reader: PayoutReader, exporter: Exporter) {
  return { name: 'et-treasury', columns, pages: readPages(reader, exporter) }
}

async function* readPages(reader: PayoutReader, exporter: Exporter): AsyncGenerator<Row[]> {
  const { db } = reader
  // The export is recorded before the first row leaves, as the server cannot know how much of a file has arrived.
  await recordActionWithoutChange(db, { action: 'list_exported', ...exporter, detail: { list: 'treasury' } })
  for (const kind of ['buy', 'withdrawal'] as const) {
    const readPage = async (cursor: string | undefined) =>
      listAllRequests(db, { kind, order: 'newest', cursor, limit: rowsPerPage })
    for await (const requests of allPages(readPage)) yield addEvidence(reader, requests.filter(isDecided))
  }
}

function isDecided(request: Request): request is BuyRequest | WithdrawalRequest {
  return request.kind !== 'transfer' && (request.status === 'approved' || request.status === 'rejected')
}

async function addEvidence(reader: PayoutReader, requests: Row['request'][]): Promise<Row[]> {
  if (requests.length === 0) return []
  const transfers = await readTransfers(reader.db, requests)
  const payouts = await readPayouts(
    reader,
    requests.filter(({ kind }) => kind === 'withdrawal').map((one) => ({ userId: one.user_id, requestId: one.id })),
  )
  const blocks = await readPayoutBlocks(reader.db, [...payouts.values()])
  return requests.map((request) => {
    const payout = payouts.get(request.id)
    const found = transfers.get(request.id) ?? []
    return {
      request,
      hashes: found.map(({ hash }) => hash),
      blocks: found.map(({ block }) => block),
      payout,
      payoutBlock: payout?.hash == null ? undefined : blocks.get(payout.hash),
    }
  })
}

/** Reads the transfers that pay for these requests, by the ids of the requests. */
async function readTransfers(db: Db, requests: Row['request'][]) {
  const rows = await db
    .selectFrom('ledger.allocations as a')
    .innerJoin('chain_transfers as t', (join) =>
      join.onRef('t.transaction_hash', '=', 'a.transaction_hash').onRef('t.log_index', '=', 'a.log_index'),
    )
    .select(['a.request_id', 'a.transaction_hash as hash', 't.block_number as block'])
    .where('a.user_id', 'in', [...new Set(requests.map(({ user_id: userId }) => userId))])
    .where(
      'a.request_id',
      'in',
      requests.map(({ id }) => id),
    )
    .orderBy('t.block_number')
    .orderBy('a.transaction_hash')
    .orderBy('a.log_index')
    .execute()
  return Map.groupBy(rows, ({ request_id: id }) => id)
}

/** Reads the final blocks of recorded transactions, by their hashes. */
async function readPayoutBlocks(db: Db, payouts: Payout[]): Promise<Map<string, string>> {
  const hashes = payouts.flatMap(({ hash }) => hash ?? [])
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('payout_transactions')
    .select(['hash', 'block_number'])
    .where('hash', 'in', hashes)
    .execute()
  return new Map(rows.flatMap(({ hash, block_number: block }) => (block === null ? [] : [[hash, block]])))
}

const columns: { header: string; read: (row: Row) => string | null }[] = [
  { header: 'Date (UTC)', read: ({ request }) => request.created_at },
  { header: 'Decided (UTC)', read: ({ request }) => request.decided_at },
  { header: 'Number', read: ({ request }) => request.number },
  { header: 'Type', read: ({ request }) => request.kind },
  { header: 'Member ID', read: ({ request }) => request.profile.member_id },
  { header: 'Status', read: ({ request }) => request.status },
  { header: 'Amount (USD)', read: ({ request }) => request.amount_usd },
  // Of a buy that was credited in part.
  { header: 'Credited (USD)', read: ({ request }) => (request.kind === 'buy' ? request.credited_usd : null) },
  { header: 'Asked (USDT)', read: ({ request }) => request.usdt_amount },
  { header: 'Received (USDT)', read: ({ request }) => (request.kind === 'buy' ? request.received_usdt : null) },
  { header: 'Transactions', read: ({ hashes }) => hashes.join('\n') || null },
  { header: 'Blocks', read: ({ blocks }) => blocks.join('\n') || null },
  { header: 'Payout transaction', read: ({ payout }) => payout?.hash ?? null },
  { header: 'Payout block', read: ({ payoutBlock }) => payoutBlock ?? null },
  { header: 'Payout state', read: ({ payout }) => payout?.state ?? null },
  { header: 'Payout check', read: ({ payout }) => payout?.finding ?? payout?.check ?? null },
]
