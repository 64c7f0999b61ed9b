import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { printTronAddress } from '../../platform/chain/tron-address.ts'

/** A log of a token's contract. */
export interface MadeUpTransfer {
  from: string
  to: string
  /** The amount in base units. */
  units: bigint
  /** The contract of the token, USDT unless it says another one. */
  contract?: string
}

export interface MadeUpTransaction {
  hash: string
  transfers: MadeUpTransfer[]
  /** A plain payment of TRX has a receipt without a result, and no log. */
  outcome: 'SUCCESS' | 'OUT_OF_ENERGY' | 'REVERT' | 'TRX'
}

export interface MadeUpBlock {
  id: string
  parentId: string
  number: number
  timeMs: number
  transactions: MadeUpTransaction[]
}

export interface PlacedTransaction extends MadeUpTransaction {
  block: MadeUpBlock
}

export const mainContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const blockMs = 3_000
/** A block is final once so many others stand on it. */
export const blocksToFinal = 19

/**
 * A small chain of blocks that is driven by its caller. It is the same for the same seed and the same calls. Blocks are
 * mined when the caller says so, so a test needs no clock.
 */
export class MadeUpChain {
  readonly contract: string
  readonly #seed: string
  readonly #blocks: MadeUpBlock[] = []
  readonly #placed = new Map<string, PlacedTransaction>()
  readonly #forked: MadeUpTransaction[] = []
  #pending: MadeUpTransaction[] = []
  #made = 0
  #pausedMs = 0

  constructor({
    seed = 1,
    startMs = Date.UTC(2026, 0, 1),
    firstBlock = 66_000_000,
    contract = mainContract,
  }: { seed?: number | string; startMs?: number; firstBlock?: number; contract?: string } = {}) {
    this.#seed = String(seed)
    this.contract = contract
    this.#blocks.push({
      id: this.makeHash(),
      parentId: '0'.repeat(64),
      number: firstBlock,
      timeMs: startMs,
      transactions: [],
    })
  }

  get newest(): MadeUpBlock {
    return this.#blockFromEnd(0)
  }

  get newestFinal(): MadeUpBlock {
    return this.#blockFromEnd(Math.min(blocksToFinal, this.#blocks.length - 1))
  }

  /** All transactions of the chain, the oldest first. Those of a fork are gone. */
  get transactions(): PlacedTransaction[] {
    return [...this.#placed.values()].toSorted((one, other) => one.block.number - other.block.number)
  }

  /** The transactions that a fork has taken away for good. */
  get forked(): readonly MadeUpTransaction[] {
    return this.#forked
  }

  /** Returns a hash that nothing else on this chain has. */
  makeHash(): string {
    this.#made += 1
    return hex.encode(sha256(new TextEncoder().encode(`${this.#seed}/${this.#made}`)))
  }

  makeAddress(): string {
    return printTronAddress(this.makeHash().slice(0, 40))
  }

  /**
   * Sends a transaction, which is in the next block. Several transfers are several logs of the one transaction. It gets a
   * hash of its own, unless the caller has one.
   */
  send(
    transfers: MadeUpTransfer | MadeUpTransfer[],
    outcome: MadeUpTransaction['outcome'] = 'SUCCESS',
    hash = this.makeHash(),
  ): string {
    const transaction = { hash, transfers: [transfers].flat(), outcome }
    this.#pending.push(transaction)
    return transaction.hash
  }

  /** Mines blocks. The first one has all transactions that were sent. */
  mine(count = 1): void {
    for (let mined = 0; mined < count; mined += 1) {
      const { id: parentId, number, timeMs } = this.newest
      const block: MadeUpBlock = {
        id: this.makeHash(),
        parentId,
        number: number + 1,
        timeMs: timeMs + blockMs + this.#pausedMs,
        transactions: this.#pending,
      }
      this.#pending = []
      this.#pausedMs = 0
      for (const transaction of block.transactions) this.#placed.set(transaction.hash, { ...transaction, block })
      this.#blocks.push(block)
    }
  }

  /** Lets time pass without a block, as if the network stood still. The next block follows three seconds later. */
  pause(ms: number): void {
    this.#pausedMs += ms
  }

  /** Mines until everything that has been sent is final. */
  finalise(): void {
    this.mine(blocksToFinal + 1)
  }

  /**
   * Replaces the newest blocks by others, at most those that are not final. Their transactions are gone for good, unless
   * `isKept` says that the next block has them again.
   */
  fork(depth: number, isKept: (hash: string) => boolean = () => false): void {
    const replaced = this.#blocks.splice(Math.max(this.#blocks.length - Math.min(depth, blocksToFinal), 1))
    for (const transaction of replaced.flatMap(({ transactions }) => transactions)) {
      this.#placed.delete(transaction.hash)
      if (isKept(transaction.hash)) this.#pending.push(transaction)
      else this.#forked.push(transaction)
    }
    this.mine(replaced.length)
  }

  find(hash: string): PlacedTransaction | undefined {
    return this.#placed.get(hash)
  }

  isFinal({ block }: PlacedTransaction): boolean {
    return block.number <= this.newestFinal.number
  }

  #blockFromEnd(distance: number): MadeUpBlock {
    const block = this.#blocks.at(-1 - distance)
    if (!block) throw new Error('a chain has a first block')
    return block
  }
}
