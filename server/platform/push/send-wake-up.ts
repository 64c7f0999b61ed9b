import * as http from 'node:http'
import * as https from 'node:https'
import { inSpan } from '../traces/spans.ts'
import { lookupPublic } from './push-address.ts'
import { authorizationFor, type PushKeys } from './push-keys.ts'

/** `gone` means that the browser has given its subscription up. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

/** The seconds for which the push service keeps the message for a device that is away. */
const keptSeconds = 12 * 3600
const patienceMs = 3_000

/**
 * Asks a push service to wake a browser. The message has no content, so the service learns nothing but the moment. A newer
 * message takes the place of one that still waits. Redirects are not followed.
 */
export async function sendWakeUp(keys: PushKeys, endpoint: string, subject: string): Promise<PushOutcome> {
  return inSpan({ kind: 'outgoing', name: 'push' }, async () => send(keys, endpoint, subject))
}

async function send(keys: PushKeys, endpoint: string, subject: string): Promise<PushOutcome> {
  const headers = {
    authorization: authorizationFor(keys, { endpoint, subject, now: Date.now() }),
    ttl: String(keptSeconds),
    urgency: 'normal',
    topic: 'news',
    'content-length': '0',
  }
  const options = { method: 'POST', headers, signal: AbortSignal.timeout(patienceMs), agent: false } as const
  return new Promise((resolve) => {
    const request = endpoint.startsWith('https:')
      ? https.request(endpoint, { ...options, lookup: lookupPublic })
      : http.request(endpoint, options)
    request.on('response', (response) => {
      response.destroy()
      resolve(outcomeOf(response.statusCode ?? 0))
    })
    request.on('error', () => resolve('failed'))
    request.end()
  })
}

function outcomeOf(status: number): PushOutcome {
  if (status === 404 || status === 410) return 'gone'
  return status >= 200 && status < 300 ? 'sent' : 'failed'
}
