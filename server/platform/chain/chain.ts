import type { ChainBlock, ChainTransaction, TransferPage, TronClient } from './tron-client.ts'
import { tellingFailure, Unchecked } from './unchecked.ts'

/**
 * The state of a transaction. `unknown` means that no provider knows it now, which is no proof that it does not exist: it
 * may be too new, too old for the node, or never have been. A question that could not be answered throws Unchecked.
 */
export type Finding =
  { state: 'final' | 'not_final' | 'failed'; transaction: ChainTransaction } | { state: 'unknown'; transaction: null }

/** The chain as one or two providers show it. Every method throws Unchecked if there is no answer that can be trusted. */
export interface Chain {
  providers: readonly TronClient[]
  /** Finds a transaction, also one that is not final yet, in at most two calls to each provider. */
  find(hash: string): Promise<Finding>
  /**
   * Returns a final transaction, or null if no provider knows it as such. Above the amount of the settings both providers
   * must give the same answer.
   */
  readFinal(hash: string): Promise<ChainTransaction | null>
  readNewestFinalBlock(): Promise<ChainBlock>
  /** Returns the token's base units that an address has, and a final block that is no later. One provider says both. */
  readBalance(address: string): Promise<{ units: bigint; block: ChainBlock }>
}

interface ChainSettings {
  /** The first provider answers as long as it can. */
  providers: readonly TronClient[]
  /** Transactions that move more base units than this need the same answer of both providers. */
  bothAboveUnits: bigint
}

export type { ChainBlock, ChainTransaction, TransferPage }

export function createChain({ providers, bothAboveUnits }: ChainSettings): Chain {
  async function readFinal(hash: string): Promise<ChainTransaction | null> {
    const { answer, from } = await askUntilKnown(providers, async (client) => client.readTransaction(hash, 'final'))
    if (answer === null || from === null || greatestAmount(answer) <= bothAboveUnits) return answer
    for (const other of providers.filter((client) => client !== from)) {
      const second = await other.readTransaction(hash, 'final')
      if (second === null) throw new Unchecked('unconfirmed')
      if (!isSame(answer, second)) throw new Unchecked('disagreement')
    }
    return answer
  }

  return {
    providers,
    readFinal,
    async find(hash) {
      const final = await readFinal(hash)
      if (final !== null) return { state: final.failure === null ? 'final' : 'failed', transaction: final }
      const { answer } = await askUntilKnown(providers, async (client) => client.readTransaction(hash, 'newest'))
      return answer === null ? { state: 'unknown', transaction: null } : { state: 'not_final', transaction: answer }
    },
    readNewestFinalBlock: async () => askUntilAnswered(providers, async (client) => client.readNewestBlock('final')),
    readBalance: async (address) =>
      askUntilAnswered(providers, async (client) => {
        const block = await client.readNewestBlock('final')
        return { block, units: await client.readBalance(address) }
      }),
  }
}

type Ask<Answer> = (client: TronClient) => Promise<Answer>

/** Asks one provider after the other until one answers. Throws the first failure if none does. */
async function askUntilAnswered<Answer>(providers: readonly TronClient[], ask: Ask<Answer>): Promise<Answer> {
  let failure: Unchecked | undefined
  for (const client of providers) {
    try {
      return await ask(client)
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error
      failure = tellingFailure(failure, error)
    }
  }
  throw failure ?? new Error('the chain has no provider')
}

/**
 * Asks one provider after the other until one knows the answer. If none knows it, and one of them could not be asked,
 * this throws: then the answer is not "unknown".
 */
async function askUntilKnown<Answer>(
  providers: readonly TronClient[],
  ask: Ask<Answer | null>,
): Promise<{ answer: Answer | null; from: TronClient | null }> {
  let failure: Unchecked | undefined
  for (const client of providers) {
    try {
      const answer = await ask(client)
      if (answer !== null) return { answer, from: client }
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error
      failure = tellingFailure(failure, error)
    }
  }
  if (failure !== undefined) throw failure
  return { answer: null, from: null }
}

function greatestAmount({ transfers }: ChainTransaction): bigint {
  return transfers.reduce((most, { units }) => (units > most ? units : most), 0n)
}

function isSame(one: ChainTransaction, other: ChainTransaction): boolean {
  const facts = (transaction: ChainTransaction) => [
    transaction.hash,
    transaction.blockNumber,
    transaction.blockTime.getTime(),
    transaction.failure,
    ...transaction.transfers.flatMap(({ logIndex, from, to, units }) => [logIndex, from, to, units.toString()]),
  ]
  return JSON.stringify(facts(one)) === JSON.stringify(facts(other))
}
