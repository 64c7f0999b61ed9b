import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Keeps what the server must be able to read again, and a leaked table must not give away: secrets of authenticator
 * apps, and mails with links that have yet to be sent.
 */
export interface Encryption {
  /** Encrypts a text. `context` names what it is for; it opens for the same only. */
  encrypt(text: string, context: string): Buffer
  /** Reads it back. Throws when the key, the context or the bytes are others. */
  decrypt(encrypted: Buffer, context: string): string
  /** A digest that nobody can try texts against without the key. */
  digest(text: string, context: string): Buffer
}

/** An encryption with a key of at least 32 random bytes in base64url. */
export function createEncryption(key: string): Encryption {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, keyBytes))
  const encryptionKey = derive('seal')
  const digestKey = derive('digest')
  return {
    encrypt(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, encryptionKey, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(encrypted, context) {
      const nonce = encrypted.subarray(0, nonceBytes)
      const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes)
      const cipher = createDecipheriv(algorithm, encryptionKey, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag)
      return Buffer.concat([cipher.update(encrypted.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8')
    },
    digest: (text, context) => createHmac('sha256', digestKey).update(`${context}\0${text}`).digest(),
  }
}
