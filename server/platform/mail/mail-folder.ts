import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

export interface MailFolderSettings {
  folder: string
  from: string
  /** Prints the link of each mail, so that a person who tries the product can follow it without a mail server. */
  announce?: (line: string) => void
}

/** Stores each mail as a file, in the form in which it would be sent. */
export function createMailFolder({ folder, from, announce }: MailFolderSettings): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    folder,
    async send({ link, ...mail }) {
      // Names carry the moment of storing and a number, so their order is the order of sending even within a
      // millisecond.
      const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
      const name = `${moment}-${nextNumber()}${randomBytes(2).toString('hex')}.eml`
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
      if (link) announce?.(`Mail to a member: ${link}`)
    },
  }
}

let lastNumber = 0

/** Returns four hexadecimal digits that count up. */
function nextNumber(): string {
  lastNumber = (lastNumber + 1) % 0x10000
  return lastNumber.toString(16).padStart(4, '0')
}
