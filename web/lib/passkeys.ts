/** True if the browser can use passkeys at this address. It refuses them at an IP address and without https. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Loads what talks to the authenticator, once a person wants it. */
export async function loadAuthenticator() {
  return import('./authenticator.ts')
}
