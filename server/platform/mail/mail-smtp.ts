import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

const timeoutMs = 10_000

/** Sends mails by the SMTP server at `url`, such as "smtps://user:password@mail.example:465". */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text })
    },
  }
}
