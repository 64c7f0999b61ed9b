/** A mail to one person, in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The link in the text that the mail is about. */
  link?: string
}

/** Where mails go: an SMTP server, or a folder that can be read at /dev/mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** The folder of mails that were kept instead of sent. */
  folder?: string
}

/** The text of a mail: its paragraphs with a blank line between them. */
export function textOf(...paragraphs: string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}
