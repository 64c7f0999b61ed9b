import { createHash, randomBytes } from 'node:crypto'

const idBytes = 16
const secretBytes = 32

/**
 * A secret that contains its owner's id. The server finds the row by that id and compares only a hash of the secret.
 */
export interface SecretToken {
  userId: string
  hash: Buffer
}

/** Creates a token for a person. The text goes to the person, the hash into the database. */
export function createToken(userId: string): { text: string; hash: Buffer } {
  const secret = randomBytes(secretBytes)
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return { text: Buffer.concat([id, secret]).toString('base64url'), hash: sha256(secret) }
}

/** Reads the text of a token. Returns undefined for any other text. */
export function readToken(text: string | undefined): SecretToken | undefined {
  if (text === undefined || !/^[A-Za-z0-9_-]{64}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const id = bytes.subarray(0, idBytes).toString('hex')
  return {
    userId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    hash: sha256(bytes.subarray(idBytes)),
  }
}

/** Creates a secret without an owner's id, such as an invitation's. */
export function createSecret(): { text: string; hash: Buffer } {
  const secret = randomBytes(secretBytes)
  return { text: secret.toString('base64url'), hash: sha256(secret) }
}

export function readSecret(text: string | undefined): Buffer | undefined {
  if (text === undefined || !/^[A-Za-z0-9_-]{43}$/.test(text)) return undefined
  return sha256(Buffer.from(text, 'base64url'))
}

/** Creates a secret that counts for one content only. The hash covers both, and reveals nothing of the content. */
export function createBoundSecret(content: string): { text: string; hash: Buffer } {
  const { text } = createSecret()
  return { text, hash: hashBoundSecret(text, content) }
}

/** Returns the hash of such a secret for this content. Returns undefined for any other text. */
export function readBoundSecret(text: string, content: string): Buffer | undefined {
  return readSecret(text) && hashBoundSecret(text, content)
}

function hashBoundSecret(text: string, content: string): Buffer {
  return sha256(Buffer.concat([Buffer.from(text, 'base64url'), Buffer.from(content)]))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
