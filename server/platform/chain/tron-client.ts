import type * as z from 'zod/mini'
import { askProvider, type Provider } from './ask-provider.ts'
import { createBackOff, type BackOff } from './back-off.ts'
import type { CallBudget } from './call-budget.ts'
import {
  blockAnswer,
  constantAnswer,
  transactionAnswer,
  transferListAnswer,
  type TransactionInfo,
} from './tron-answers.ts'
import { readTronAddress } from './tron-address.ts'
import { readOtherTransfers, readTransferLogs, type TokenTransfer } from './transfer-logs.ts'
import { Unchecked } from './unchecked.ts'

/** `final` asks for the part of the chain that no fork can change, `newest` for all of it. */
export type Depth = 'final' | 'newest'

export interface ChainTransaction {
  hash: string
  blockNumber: number
  blockTime: Date
  /** The reason why a transaction failed, such as OUT_OF_ENERGY; null for one that succeeded. */
  failure: string | null
  /** The movements of the token, none for a transaction that failed. */
  transfers: TokenTransfer[]
  /** The movements of other tokens. */
  otherTransfers: TokenTransfer[]
}

export interface ChainBlock {
  id: string
  number: number
  time: Date
}

/** A transfer as the index names it: a hint where to look, and evidence of nothing. */
export interface ListedTransfer {
  hash: string
  blockTime: Date
  units: bigint
}

export interface TransferPage {
  transfers: ListedTransfer[]
  /** The time at the provider. */
  at: Date
  /** Leads to the next page; null on the last one. */
  fingerprint: string | null
}

/** One provider. Every method throws Unchecked if there is no answer that can be trusted. */
export interface TronClient {
  /** Lists transfers of the token to an address from a block's time on, the oldest first, at most 200. */
  listTransfers(to: string, from: Date, fingerprint?: string | null): Promise<TransferPage>
  /** Returns null if the node does not know the transaction, which may also be so because it keeps too little. */
  readTransaction(hash: string, depth: Depth): Promise<ChainTransaction | null>
  readNewestBlock(depth: Depth): Promise<ChainBlock>
  /** Returns the token's base units that an address has at the newest final block. */
  readBalance(address: string): Promise<bigint>
}

export interface ClientSettings {
  provider: Provider
  /** The contract of the token. */
  contract: string
  budget: CallBudget
  backOff?: BackOff
}

const pageSize = 200
const prefixes: Record<Depth, string> = { final: '/walletsolidity', newest: '/wallet' }

export function createTronClient({
  provider,
  contract,
  budget,
  backOff = createBackOff(),
}: ClientSettings): TronClient {
  const ask = createAsk({ provider, budget, backOff })
  return {
    async listTransfers(to, from, fingerprint) {
      const query = new URLSearchParams({
        only_to: 'true',
        contract_address: contract,
        min_timestamp: String(from.getTime()),
        order_by: 'block_timestamp,asc',
        limit: String(pageSize),
        ...(fingerprint != null && { fingerprint }),
      })
      const answer = await ask(transferListAnswer, `/v1/accounts/${to}/transactions/trc20?${query.toString()}`)
      const isOurs = ({ token_info: token, type = 'Transfer' }: (typeof answer.data)[number]) =>
        (token?.address ?? contract) === contract && type === 'Transfer'
      const transfers = answer.data.filter(isOurs).map((entry) => ({
        hash: entry.transaction_id.toLowerCase(),
        blockTime: new Date(entry.block_timestamp),
        units: BigInt(entry.value),
      }))
      return { transfers, at: new Date(answer.meta.at), fingerprint: answer.meta.fingerprint ?? null }
    },
    async readTransaction(hash, depth) {
      const answer = await ask(transactionAnswer, `${prefixes[depth]}/gettransactioninfobyid`, {
        value: hash.toLowerCase(),
      })
      if (answer === null) return null
      if (answer.id.toLowerCase() !== hash.toLowerCase()) throw new Unchecked('wrong_shape')
      return readTransaction(answer, contract)
    },
    async readNewestBlock(depth) {
      const { blockID: id, block_header: header } = await ask(blockAnswer, `${prefixes[depth]}/getnowblock`, {})
      return { id, number: header.raw_data.number, time: new Date(header.raw_data.timestamp) }
    },
    async readBalance(address) {
      const owner = readTronAddress(address)
      if (owner === null) throw new Error('the balance of a text that is no address was asked for')
      const answer = await ask(constantAnswer, '/walletsolidity/triggerconstantcontract', {
        owner_address: `41${owner}`,
        contract_address: `41${readTronAddress(contract) ?? ''}`,
        function_selector: 'balanceOf(address)',
        parameter: owner.padStart(64, '0'),
      })
      return BigInt(`0x${answer.constant_result[0]}`)
    },
  }
}

/** Returns the function that asks the provider and reads the answer by its schema. */
function createAsk({ provider, budget, backOff }: Required<Omit<ClientSettings, 'contract'>>) {
  return async <Answer>(schema: z.ZodMiniType<Answer>, path: string, body?: object): Promise<Answer> => {
    backOff.assertReady()
    if (!(await budget.take())) throw new Unchecked('out_of_budget')
    try {
      const { success, data } = schema.safeParse(await askProvider(provider, path, body))
      if (!success) throw new Unchecked('wrong_shape')
      backOff.succeeded()
      return data
    } catch (error) {
      if (error instanceof Unchecked) backOff.failed(error)
      throw error
    }
  }
}

function readTransaction(info: TransactionInfo, contract: string): ChainTransaction {
  const { result, receipt, id, blockNumber, blockTimeStamp } = info
  // A transfer of plain TRX has a receipt without a result.
  const outcome = receipt?.result ?? 'SUCCESS'
  const hasFailed = result !== undefined || outcome !== 'SUCCESS'
  return {
    hash: id.toLowerCase(),
    blockNumber,
    blockTime: new Date(blockTimeStamp),
    failure: hasFailed ? (receipt?.result ?? result ?? 'FAILED') : null,
    transfers: hasFailed ? [] : readTransferLogs(info, contract),
    otherTransfers: hasFailed ? [] : readOtherTransfers(info, contract),
  }
}
