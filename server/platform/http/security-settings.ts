import * as z from 'zod/mini'

/** The setting that says where weaknesses of this installation are reported. */
export const securitySettings = {
  securityContact: {
    name: 'SECURITY_CONTACT',
    meaning:
      'Place to which people report a weakness of this installation. With it, the site answers at /.well-known/security.txt.',
    expected: 'a mail address, or an https address such as https://example.org/security',
    schema: z.optional(z.pipe(z.string().check(z.refine(isContact)), z.transform(toContact))),
  },
}

const mailAddress = /^[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i

function isContact(text: string): boolean {
  return mailAddress.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')
}

/** Returns the address as RFC 9116 wants it. A URL is written anew, so it has no line break. */
function toContact(text: string): string {
  return mailAddress.test(text) ? `mailto:${text}` : new URL(text).href
}
