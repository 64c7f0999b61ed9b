/** The contexts of all that is encrypted. Bytes that are copied to another place cannot be decrypted there. */
export const encryptionContexts = {
  mail: 'mail',
  answeredCall: 'answered call',
  /** The token of a link that switches mails off. */
  mailStop: 'mail stop',
  /** The private key by which push services know this installation. */
  pushKey: 'push key',
  /** The secret of a person's authenticator app. */
  twoFactor: (userId: string) => `two-factor:${userId}`,
}
