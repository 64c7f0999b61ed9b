/** A mail to one person, in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The main link in the text. */
  link?: string
}

/** Sends mails by an SMTP server, or keeps them in a folder that can be read at /dev/mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** The folder of kept mails; undefined with an SMTP server. */
  folder?: string
}

/** Joins paragraphs by blank lines. */
export function joinParagraphs(...paragraphs: string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}
