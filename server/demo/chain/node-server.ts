import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MadeUpChain } from './made-up-chain.ts'
import { balanceAnswer, blockAnswer, listAnswer, listTransfers, revertAnswer, transactionInfo } from './node-answers.ts'
import { nodeFailures, type NodeFailure } from './node-failures.ts'

export interface NodeCall {
  method: string
  path: string
  body: string
  key: string | undefined
}

export interface TronNode {
  url: string
  /** The calls so far. */
  calls: NodeCall[]
  /** Makes the next calls, or with Infinity all of them, fail in this way. */
  fail(failure: NodeFailure, count?: number): void
  /** Lets calls succeed again. */
  recover(): void
  /** Leaves a transaction out of the list for good. The node still knows it. */
  omit(hash: string): void
  /** Shows a transaction in the list only when the chain has this block. */
  delay(hash: string, untilBlock: number): void
  /** Makes the node forget everything before this block. */
  forgetBefore(block: number): void
  /** Moves the clock of the node, which says the time of its answers. */
  setClock(offsetMs: number): void
  /** Shows another chain from now on, without any failure. */
  show(chain: MadeUpChain): void
  stop(): Promise<void>
}

const longestPage = 200

/** Starts a node on this machine that shows the chain as a provider does. Several nodes may show one chain. */
export async function startNode(chain: MadeUpChain, { port = 0 } = {}): Promise<TronNode> {
  const calls: NodeCall[] = []
  const omitted = new Set<string>()
  const delayed = new Map<string, number>()
  const failing: { failure: NodeFailure; left: number }[] = []
  let firstKnown = 0
  let clockOffsetMs = 0
  const view: View = {
    chain,
    isListed: ({ hash }) => !omitted.has(hash) && view.chain.newest.number >= (delayed.get(hash) ?? 0),
    isKept: (block) => block >= firstKnown,
    now: () => view.chain.newest.timeMs + clockOffsetMs,
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    const { status, answer } = answerCall(view, call)
    const body = JSON.stringify(answer)
    const next = failing[0]
    if (next) {
      next.left -= 1
      if (next.left <= 0) failing.shift()
      return nodeFailures[next.failure](response, body)
    }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (failure, count = 1) => void failing.push({ failure, left: count }),
    recover: () => void failing.splice(0),
    omit: (hash) => void omitted.add(hash),
    delay: (hash, untilBlock) => void delayed.set(hash, untilBlock),
    forgetBefore: (block) => void (firstKnown = block),
    setClock: (offsetMs) => void (clockOffsetMs = offsetMs),
    show(other) {
      view.chain = other
      failing.splice(0)
      calls.splice(0)
      omitted.clear()
      delayed.clear()
      firstKnown = 0
      clockOffsetMs = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface View {
  chain: MadeUpChain
  isListed: (transaction: { hash: string }) => boolean
  isKept: (block: number) => boolean
  now: () => number
}

type Answer = { status: number; answer: object }

async function readCall(request: IncomingMessage): Promise<NodeCall> {
  const { method = '', url: path = '', headers } = request
  const key = headers['tron-pro-api-key']
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return { method, path, body, key: typeof key === 'string' ? key : undefined }
}

function answerCall(view: View, { method, path, body }: NodeCall): Answer {
  const { pathname, searchParams } = new URL(path, 'http://node')
  const list = /^\/v1\/accounts\/(\w+)\/transactions\/trc20$/.exec(pathname)
  if (list && method === 'GET') return answerList(view, list[1] ?? '', searchParams, path)
  const input = body === '' ? {} : (JSON.parse(body) as Record<string, string>)
  const [, prefix, name] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(pathname) ?? []
  const isFinalPart = prefix === 'walletsolidity'
  const { chain } = view
  if (name === 'getnowblock') return ok(blockAnswer(isFinalPart ? chain.newestFinal : chain.newest))
  if (name === 'gettransactioninfobyid') {
    const found = chain.find(input['value'] ?? '')
    const isShown = found && view.isKept(found.block.number) && (!isFinalPart || chain.isFinal(found))
    return ok(isShown ? transactionInfo(found, chain.contract) : {})
  }
  if (name === 'triggerconstantcontract' && isFinalPart) {
    if (input['function_selector'] !== 'balanceOf(address)') return ok(revertAnswer)
    return ok(balanceAnswer(chain, (input['parameter'] ?? '').slice(24)))
  }
  return { status: 404, answer: { Error: 'not found' } }
}

function answerList({ chain, isListed, now }: View, to: string, query: URLSearchParams, path: string): Answer {
  const fingerprint = query.get('fingerprint')
  const start = fingerprint === null ? null : readFingerprint(fingerprint)
  if (start === undefined)
    return { status: 400, answer: { success: false, error: 'Invalid fingerprint.', statusCode: 400 } }
  const limit = Math.min(Number(query.get('limit') ?? 20), longestPage)
  const fromMs = Number(query.get('min_timestamp') ?? 0)
  const entries = listTransfers(chain, { to, contract: query.get('contract_address'), fromMs }, isListed)
  const place = (entry: (typeof entries)[number]) => [entry.timeMs, entry.hash, entry.logIndex] as const
  const sorted = entries.toSorted((one, other) => comparePlaces(place(one), place(other)))
  const rest = start === null ? sorted : sorted.filter((entry) => comparePlaces(place(entry), start) > 0)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = rest.length > limit && last ? Buffer.from(JSON.stringify(place(last))).toString('base64url') : undefined
  return ok(
    listAnswer(page, {
      at: now(),
      ...(next !== undefined && { fingerprint: next, next: `https://elsewhere.example${path}` }),
    }),
  )
}

type Place = readonly [timeMs: number, hash: string, logIndex: number]

function comparePlaces(one: Place, other: Place): number {
  return one[0] - other[0] || one[1].localeCompare(other[1]) || one[2] - other[2]
}

/** Returns the place behind which the next page begins; undefined for a text that no answer had. */
function readFingerprint(text: string): Place | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(place) && place.length === 3 ? (place as unknown as Place) : undefined
  } catch {
    return undefined
  }
}

function ok(answer: object): Answer {
  return { status: 200, answer }
}
