import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

export interface MailFolderSettings {
  folder: string
  from: string
  /** Told of the link in each mail, so that whoever runs the site can follow it without a mail server. */
  announce: (line: string) => void
}

/** Keeps each mail as a file in the form it would be sent in. */
export function createMailFolder({ folder, from, announce }: MailFolderSettings): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    folder,
    async send({ link, ...mail }) {
      const { message } = await transport.sendMail({ from, ...mail })
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
      if (link) announce(`Mail to a member: ${link}`)
    },
  }
}
