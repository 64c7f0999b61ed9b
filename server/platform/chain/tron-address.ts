import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'

const base58check = createBase58check(sha256)
/** An address has 21 bytes, of which the first is this one. */
const prefix = 0x41
const bytesOfAddress = 21

/**
 * Reads an address as people write it, such as TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t. Returns its 20 bytes without the prefix
 * as 40 hexadecimal digits in lower case, which is the form that logs have. Returns null for any other text.
 */
export function readTronAddress(text: string): string | null {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === bytesOfAddress && bytes[0] === prefix ? hex.encode(bytes.subarray(1)) : null
  } catch {
    return null
  }
}

/** Writes the 20 bytes of an address, given as 40 hexadecimal digits, as people read it. Throws on any other input. */
export function printTronAddress(digits: string): string {
  const bytes = hex.decode(digits)
  if (bytes.length !== bytesOfAddress - 1) throw new Error('an address of TRON has 20 bytes behind its prefix')
  return base58check.encode(Uint8Array.of(prefix, ...bytes))
}
