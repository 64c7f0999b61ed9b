import { createTransport } from 'nodemailer'
import { isLoopback } from '../loopback.ts'
import { inSpan } from '../traces/spans.ts'
import type { Mailer } from './mail.ts'

const timeoutMs = 10_000

/**
 * Sends mails by the SMTP server at `url`, such as "smtps://user:password@mail.example:465". A server on another machine
 * gets neither the password nor a mail before the connection is encrypted.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: isLoopback(new URL(url).hostname) ? url : demandTls(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      const sending = async () => transport.sendMail({ from, to, subject, text })
      await inSpan({ kind: 'outgoing', name: 'mail' }, sending)
    },
  }
}

/** Sets the option in the address itself, because an option there takes precedence over all others. */
function demandTls(url: string): string {
  const address = new URL(url)
  address.searchParams.set('requireTLS', 'true')
  return address.href
}
