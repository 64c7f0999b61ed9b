import type { FastifyInstance } from 'fastify'
import { languages } from '../../../contract/languages.ts'
import type { Config } from '../config.ts'

const path = '/.well-known/security.txt'
/** RFC 9116 wants less than a year. A copy that is older than this may name a contact of former days. */
const validMs = 180 * 24 * 60 * 60 * 1000

/** Tells people who find a weakness where to report it (RFC 9116). Without a contact in the settings, the file does not exist. */
export function addSecurityTxt(
  app: FastifyInstance,
  { publicUrl, securityContact }: Pick<Config, 'publicUrl' | 'securityContact'>,
): void {
  if (securityContact === undefined) return
  app.get(path, (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
      `Preferred-Languages: ${languages.map(({ code }) => code).join(', ')}`,
      `Canonical: ${publicUrl}${path}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
