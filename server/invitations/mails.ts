import { textOf, type Mail } from '../outside/mail.ts'

/** For somebody who shall become an administrator; the link works for their address only. */
export function invitationMail(to: string, link: string): Mail {
  const paragraphs = [
    'An administrator of ET invites you to become one, too.',
    'Please register with this email address by opening this link within 24 hours:',
    link,
    'If you did not expect this, you can ignore this mail.',
  ]
  return { to, link, subject: 'You are invited to administer ET', text: textOf(...paragraphs) }
}
