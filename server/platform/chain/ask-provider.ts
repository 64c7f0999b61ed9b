import { inSpan } from '../traces/spans.ts'
import { nodeError } from './tron-answers.ts'
import { Unchecked, type UncheckedReason } from './unchecked.ts'

export interface Provider {
  /** The address of the API, such as https://api.trongrid.io. */
  url: string
  key?: string | undefined
  timeoutMs?: number
  maxBytes?: number
  /** Ends all calls when the server stops. */
  signal?: AbortSignal | undefined
}

const usualTimeoutMs = 10_000
// A page of 200 transfers has 100 KB. A transaction with a thousand logs has half a megabyte.
const usualMaxBytes = 4 * 1024 * 1024
const longestWaitMs = 10 * 60_000
const failureOfStatus: Record<number, UncheckedReason> = {
  403: 'penalty',
  429: 'rate_limited',
  502: 'bad_gateway',
  503: 'overloaded',
  504: 'bad_gateway',
}

/**
 * Sends one call to a provider and returns the JSON of its answer. A body makes it a POST. Throws Unchecked for every
 * failure, and nothing else.
 */
export async function askProvider(provider: Provider, path: string, body?: object): Promise<unknown> {
  // A path may have an address in it.
  return inSpan({ kind: 'outgoing', name: 'chain' }, async () => ask(provider, path, body))
}

async function ask(provider: Provider, path: string, body?: object): Promise<unknown> {
  const { url, key, timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes, signal } = provider
  let response: Response
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'TRON-PRO-API-KEY': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // A redirection could carry the key to another host.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
  } catch (error) {
    throw new Unchecked(isTimeout(error) ? 'timed_out' : 'unreachable')
  }
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => {})
    throw new Unchecked(failureOfStatus[response.status] ?? 'refused', { retryAfterMs: readRetryAfter(response) })
  }
  return readJson(await readText(response, maxBytes))
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Unchecked('too_large')
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (error instanceof Unchecked) throw error
    throw new Unchecked(isTimeout(error) ? 'timed_out' : 'cut_off')
  }
  return text + decoder.decode()
}

function readJson(text: string): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The node says this in plain words, with or without quotation marks.
    throw new Unchecked(text.includes('lite fullnode') ? 'lite_node' : 'not_json')
  }
  if (typeof json === 'string' && json.includes('lite fullnode')) throw new Unchecked('lite_node')
  const { success: isFault, data: fault } = nodeError.safeParse(json)
  if (isFault) throw new Unchecked(fault.Error.includes('lack of computing resources') ? 'busy' : 'node_error')
  return json
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function readRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Math.min(Number(text) * 1000, longestWaitMs) : undefined
}
