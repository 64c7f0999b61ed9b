import type { Page } from '@playwright/test'

interface VirtualAuthenticatorOptions {
  /** False if it asks for neither a PIN nor a fingerprint. */
  verifiesUser?: boolean
}

/** Gives the page's browser an authenticator that keeps passkeys and agrees to every question at once. */
export async function addVirtualAuthenticator(
  page: Page,
  { verifiesUser = true }: VirtualAuthenticatorOptions = {},
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifiesUser,
      automaticPresenceSimulation: true,
    },
  })
}
