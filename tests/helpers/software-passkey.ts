import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'
import type * as z from 'zod/mini'
import type { assertionOptions, creationOptions, NewPasskey, PasskeyAssertion } from '../../contract/passkey-answers.ts'
import { publicUrl } from './app.ts'

type CreationOptions = Pick<z.infer<typeof creationOptions>, 'challenge' | 'user'>
type AssertionOptions = Pick<z.infer<typeof assertionOptions>, 'challenge'>

/** Ways in which an authenticator or a browser does otherwise than it should. */
export interface Deviation {
  /** The page that asks. */
  origin?: string
  /** The site that the authenticator signs for. */
  rpId?: string
  /** False if the authenticator asks for neither a PIN nor a fingerprint. */
  verifiesUser?: boolean
  counter?: number
  userHandle?: string
}

/** A passkey that is kept in memory. It signs as an authenticator behind a browser does. */
export interface SoftwarePasskey {
  id: string
  create: (options: CreationOptions, deviation?: Deviation) => NewPasskey
  sign: (options: AssertionOptions, deviation?: Deviation) => PasskeyAssertion
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** Creates a passkey with a new pair of keys on the curve P-256. */
export function createSoftwarePasskey(): SoftwarePasskey {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
      [cose.COSEKEYS.alg, cose.COSEALG.ES256],
      [cose.COSEKEYS.crv, cose.COSECRV.P256],
      [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
      [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  let counter = 0
  let owner = ''
  return {
    id: id.toString('base64url'),
    create({ challenge, user }, deviation = {}) {
      owner = user.id
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Buffer.concat([headOf(deviation, hasCredential, counter), credential])
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        id: id.toString('base64url'),
        client_data: clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestation: Buffer.from(attestation).toString('base64url'),
      }
    },
    sign({ challenge }, deviation = {}) {
      counter = deviation.counter ?? counter + 1
      const authData = headOf(deviation, 0, counter)
      const data = clientData('webauthn.get', challenge, deviation)
      const signed = Buffer.concat([authData, sha256(data)])
      return {
        id: id.toString('base64url'),
        client_data: data.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        user_handle: deviation.userHandle ?? owner,
      }
    },
  }
}

/** Returns the hash of the site, the flags and the count of uses. */
function headOf({ rpId = 'localhost', verifiesUser = true }: Deviation, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const all = flags | userPresent | (verifiesUser ? userVerified : 0)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), count])
}

function clientData(type: string, challenge: string, { origin = publicUrl }: Deviation): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
