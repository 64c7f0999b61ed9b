import * as z from 'zod/mini'
import { isLoopback } from '../loopback.ts'
import { urlOf, wholeNumber } from '../setting-schemas.ts'
import { readTronAddress } from './tron-address.ts'

const providerUrl = () =>
  z.optional(urlOf('https:', 'http:').check(z.refine((url) => isBare(new URL(url)) && isPrivate(new URL(url)))))
const expectedUrl = 'an address such as https://api.trongrid.io, with https off this machine'

/** The settings of the providers that show the chain. Without the first one, nothing is checked on the chain. */
export const chainSettings = {
  tronApiUrl: {
    name: 'TRON_API_URL',
    meaning:
      'Provider of the TRON network, with which deposits are looked for on the chain (docs/chain.md). It receives addresses and hashes, and nothing about members. Without one, nothing is checked on the chain.',
    expected: expectedUrl,
    isSecret: true,
    schema: providerUrl(),
  },
  tronApiKey: {
    name: 'TRON_API_KEY',
    meaning: 'Key for that provider, sent in the header TRON-PRO-API-KEY.',
    expected: 'a text',
    isSecret: true,
    schema: z.optional(z.string()),
  },
  tronSecondApiUrl: {
    name: 'TRON_SECOND_API_URL',
    meaning: 'Second provider, of another company. It answers when the first one does not, and confirms great amounts.',
    expected: `${expectedUrl}, beside TRON_API_URL`,
    isSecret: true,
    schema: providerUrl(),
  },
  tronSecondApiKey: {
    name: 'TRON_SECOND_API_KEY',
    meaning: 'Key for the second provider.',
    expected: 'a text',
    isSecret: true,
    schema: z.optional(z.string()),
  },
  tronBothAboveUsdt: {
    name: 'TRON_BOTH_ABOVE_USDT',
    meaning: 'With two providers, a transaction that moves more USDT than this counts only if both say the same of it.',
    expected: 'a whole number of USDT from 0 to 100000000',
    fallback: '1000',
    schema: wholeNumber(0, 100_000_000),
  },
  tronContract: {
    name: 'TRON_CONTRACT',
    meaning: 'Contract of the token that members pay with. It has six decimals.',
    expected: 'an address of TRON: T and 33 more letters and digits',
    fallback: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    schema: z.string().check(z.refine((text) => readTronAddress(text) !== null)),
  },
} as const

/** True if others on the way can neither read nor change the answers. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}

/** True for an address to which a path can be added. */
function isBare({ search, hash, username }: URL): boolean {
  return search === '' && hash === '' && username === ''
}
