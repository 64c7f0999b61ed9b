import { readTronAddress } from '../../platform/chain/tron-address.ts'
import type { MadeUpBlock, MadeUpChain, PlacedTransaction } from './made-up-chain.ts'

// The answers of a node of TRON, with the fields and the quirks that a real one has.

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const digitsOf = (address: string) => readTronAddress(address) ?? ''
const word = (digits: string) => digits.padStart(64, '0')

export function transactionInfo({ hash, block, transfers, outcome }: PlacedTransaction, contract: string): object {
  const common = { id: hash, blockNumber: block.number, blockTimeStamp: block.timeMs, contractResult: [''] }
  if (outcome === 'TRX') return { ...common, receipt: { net_usage: 268 } }
  const receipt = {
    energy_usage: 4475,
    energy_fee: 26_420_100,
    energy_usage_total: 130_285,
    net_usage: 345,
    result: outcome,
  }
  const address = `41${digitsOf(transfers[0]?.contract ?? contract)}`
  if (outcome !== 'SUCCESS') return { ...common, fee: 26_420_100, contract_address: address, result: 'FAILED', receipt }
  const log = transfers.map((transfer) => ({
    address: digitsOf(transfer.contract ?? contract),
    topics: [transferTopic, word(digitsOf(transfer.from)), word(digitsOf(transfer.to))],
    data: word(transfer.units.toString(16)),
  }))
  return { ...common, fee: 26_420_100, contractResult: [word('')], contract_address: address, receipt, log }
}

export function blockAnswer({ id, parentId, number, timeMs }: MadeUpBlock): object {
  const raw = { number, timestamp: timeMs, parentHash: parentId, witness_address: `41${id.slice(0, 40)}`, version: 31 }
  return { blockID: id, block_header: { raw_data: raw, witness_signature: id + id } }
}

interface ListedEntry {
  hash: string
  timeMs: number
  logIndex: number
  from: string
  to: string
  units: bigint
  contract: string
}

/** Lists what the index of a node shows of an address, the oldest first. */
export function listTransfers(
  chain: MadeUpChain,
  { to, contract, fromMs }: { to: string; contract: string | null; fromMs: number },
  isShown: (transaction: PlacedTransaction) => boolean,
): ListedEntry[] {
  return chain.transactions
    .filter(({ outcome, block }) => outcome === 'SUCCESS' && block.timeMs >= fromMs)
    .filter(isShown)
    .flatMap(({ hash, block, transfers }) =>
      transfers.map((transfer, logIndex) => ({
        ...transfer,
        hash,
        logIndex,
        timeMs: block.timeMs,
        contract: transfer.contract ?? chain.contract,
      })),
    )
    .filter((entry) => entry.to === to && (contract === null || entry.contract === contract))
}

export function listAnswer(entries: ListedEntry[], meta: { at: number; fingerprint?: string; next?: string }): object {
  const { at, fingerprint, next } = meta
  return {
    data: entries.map(({ hash, timeMs, from, to, units, contract }) => ({
      transaction_id: hash,
      // A token of any contract may call itself USDT.
      token_info: { symbol: 'USDT', address: contract, decimals: 6, name: 'Tether USD' },
      block_timestamp: timeMs,
      from,
      to,
      type: 'Transfer',
      value: units.toString(),
    })),
    success: true,
    meta: { at, page_size: entries.length, ...(fingerprint !== undefined && { fingerprint, links: { next } }) },
  }
}

/** Returns the tokens of an address after all final transfers. An address that sent more than it got has none. */
export function balanceAnswer(chain: MadeUpChain, digits: string): object {
  let balance = 0n
  for (const transaction of chain.transactions) {
    if (transaction.outcome !== 'SUCCESS' || !chain.isFinal(transaction)) continue
    for (const { from, to, units, contract = chain.contract } of transaction.transfers) {
      if (contract !== chain.contract) continue
      if (digitsOf(to) === digits) balance += units
      if (digitsOf(from) === digits) balance -= units
    }
  }
  const units = balance > 0n ? balance : 0n
  return { result: { result: true }, energy_used: 935, constant_result: [word(units.toString(16))] }
}

export const revertAnswer = {
  result: { result: true, message: 'REVERT opcode executed' },
  energy_used: 500,
  constant_result: [''],
}
