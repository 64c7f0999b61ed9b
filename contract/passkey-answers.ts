import * as z from 'zod/mini'

/** Bytes in base64url, as browsers give them. */
const bytes = (maxLength: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(maxLength))

/** A signed challenge: what a passkey answers at a sign-in, or as a proof. */
export const passkeyAssertion = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(8000),
  /** The id of the account, as the authenticator kept it. A sign-in without an address finds the account by it. */
  user_handle: z.optional(bytes(100)),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** A new passkey as its authenticator presents it. */
export const newPasskey = z.strictObject({ id: bytes(1400), client_data: bytes(4000), attestation: bytes(40_000) })
export type NewPasskey = z.output<typeof newPasskey>

const userVerification = z.enum(['required', 'preferred'])
const credentials = z.array(z.object({ id: z.string(), type: z.literal('public-key') }))

/** The options that a browser takes to have a challenge signed. */
export const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification,
  allowCredentials: credentials,
})

/** The options that a browser takes to make a passkey. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: credentials,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
})
