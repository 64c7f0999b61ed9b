import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts data that the server must read again but a leaked table must not reveal: secrets of authenticator apps,
 * mails that wait in the outbox, and answers that were kept.
 */
export interface Encryption {
  /** Encrypts a text for a context. It can be decrypted only with the same context. */
  encrypt(text: string, context: string): Buffer
  /** Decrypts a text. Throws if the key, the context or the bytes differ. */
  decrypt(encrypted: Buffer, context: string): string
  /** Returns a digest. Without the key, texts cannot be tried against it. */
  digest(text: string, context: string): Buffer
}

/** Creates an encryption with a key of at least 32 random bytes in base64url. */
export function createEncryption(key: string): Encryption {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, keyBytes))
  const encryptionKey = derive('encryption')
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
