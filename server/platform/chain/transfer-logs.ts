import type { TransactionInfo } from './tron-answers.ts'
import { printTronAddress, readTronAddress } from './tron-address.ts'
import { Unchecked } from './unchecked.ts'

/** A movement of the token, as a log of its contract states it. */
export interface TokenTransfer {
  /** The place of the log in its transaction. With the hash it names the transfer. */
  logIndex: number
  /** The contract of the token, as people write its address. */
  contract: string
  from: string
  to: string
  /** The amount in base units, of which a USDT has a million. */
  units: bigint
}

/** The hash of Transfer(address,address,uint256), the first topic of each such log. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const addressTopic = /^0{24}([0-9a-f]{40})$/
const contractDigits = /^[0-9a-f]{40}$/i
const word = /^[0-9a-f]{64}$/

/**
 * Reads the transfers of one token from the logs of a transaction. The contract is an address such as TR7N…. Logs of other
 * contracts are passed over, however their token calls itself. The data of the call are never read, because a contract may
 * do something else than its caller asked for.
 * Throws Unchecked for a transfer of the contract that has another form.
 */
export function readTransferLogs({ log = [] }: Pick<TransactionInfo, 'log'>, contract: string): TokenTransfer[] {
  const digits = readTronAddress(contract)
  if (digits === null) throw new Error('the contract of the token is no address of TRON')
  return log.flatMap(({ address, topics = [], data = '' }, logIndex) => {
    if (address.toLowerCase() !== digits || topics[0]?.toLowerCase() !== transferTopic) return []
    return [{ logIndex, contract, ...readTransfer(topics.slice(1), data.toLowerCase()) }]
  })
}

/**
 * Reads the transfers of all other tokens, to tell that a payment was made in a wrong one. Any person can make such a
 * contract, so a log of another form is passed over.
 */
export function readOtherTransfers({ log = [] }: Pick<TransactionInfo, 'log'>, contract: string): TokenTransfer[] {
  const digits = readTronAddress(contract)
  return log.flatMap(({ address, topics = [], data = '' }, logIndex) => {
    const [topic, from = '', to = '', ...more] = topics.map((text) => text.toLowerCase())
    const isTransfer = topic === transferTopic && more.length === 0 && addressTopic.test(from) && addressTopic.test(to)
    if (
      address.toLowerCase() === digits ||
      !contractDigits.test(address) ||
      !isTransfer ||
      !word.test(data.toLowerCase())
    )
      return []
    const other = printTronAddress(address.toLowerCase())
    return [{ logIndex, contract: other, ...readTransfer([from, to], data.toLowerCase()) }]
  })
}

function readTransfer(topics: string[], data: string): Omit<TokenTransfer, 'logIndex' | 'contract'> {
  const [from, to] = topics.map((topic) => addressTopic.exec(topic.toLowerCase())?.[1])
  if (from === undefined || to === undefined || topics.length !== 2 || !word.test(data)) {
    throw new Unchecked('wrong_shape')
  }
  return { from: printTronAddress(from), to: printTronAddress(to), units: BigInt(`0x${data}`) }
}
