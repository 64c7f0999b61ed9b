/** The second factors that an account can have: an authenticator app, and passkeys. */
export const secondFactors = ['app', 'passkey'] as const
export type SecondFactor = (typeof secondFactors)[number]
