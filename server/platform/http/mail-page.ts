import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../db/refusal.ts'
import { isLoopback } from '../loopback.ts'

interface ShownMail {
  id: string
  to: string
  subject: string
  date: string
  text: string
}

/** The mails that were kept instead of sent. */
export interface KeptMails {
  list(): Promise<ShownMail[]>
  read(id: string): Promise<ShownMail | undefined>
}

/**
 * Adds pages with the mails that were kept instead of sent. A person who tries the product can follow their links
 * there. The links open accounts, so only browsers of this machine get the pages.
 */
export function addMailPage(app: FastifyInstance, keptMails: KeptMails): void {
  const onRequest = refuseOtherMachines
  app.get('/dev/mail', { onRequest }, async (_request, reply) =>
    sendPage(reply, 'Kept mails', renderList(await keptMails.list())),
  )
  app.get<{ Params: { id: string } }>('/dev/mail/:id', { onRequest }, async (request, reply) => {
    const mail = await keptMails.read(request.params.id)
    if (!mail) throw new Refusal('not_found')
    return sendPage(reply, mail.subject, renderMail(mail))
  })
}

/** The headers by which proxies name themselves or the caller. A call that has one may come from far away. */
const proxyHeader =
  /^(x-)?forwarded|^via$|^x-real-ip$|^x-original-|^x-client-ip$|^x-proxy|-connecting-ip$|^true-client-ip$/

/** True if the call came through a proxy. No browser speaks HTTP/1.0, and some proxies do unless they are told otherwise. */
function isForwarded({ headers, raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || Object.keys(headers).some((name) => proxyHeader.test(name))
}

/**
 * Refuses a call that was made on another machine, or to a name that another machine could give to this one. A page of
 * another site could otherwise have its own name point here and read the mails.
 */
async function refuseOtherMachines(request: FastifyRequest): Promise<void> {
  const asked = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
  const isNear = isLoopback(asked) && isLoopback(request.socket.remoteAddress ?? '')
  if (!isNear || isForwarded(request)) throw new Refusal('not_found')
}

const style =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'li{margin:.75rem 0}small{opacity:.75}pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}'
const styleHash = createHash('sha256').update(style).digest('base64')

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .header('content-security-policy', `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${style}</style></head>` +
        `<body><main><h1 dir="auto">${escape(title)}</h1>${content}</main></body></html>`,
    )
}

function renderList(mails: ShownMail[]): string {
  if (mails.length === 0) return '<p>No mail has been kept yet.</p>'
  const items = mails.map(
    ({ id, subject, to, date }) =>
      `<li><a dir="auto" href="/dev/mail/${escape(id)}">${escape(subject)}</a><br><small>To ${escape(to)}, ${escape(date)}</small></li>`,
  )
  return `<p>No mail server is configured, so mails are kept here, the newest first.</p><ul>${items.join('')}</ul>`
}

function renderMail({ to, date, text }: ShownMail): string {
  const linked = escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
  return `<p><small>To ${escape(to)}, ${escape(date)}</small></p><pre dir="auto">${linked}</pre><p><a href="/dev/mail">All mails</a></p>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
