import { randomUUID } from 'node:crypto'
import { getSession } from '../../contract/endpoints/auth.ts'
import { getUserDashboardData } from '../../contract/endpoints/dashboards.ts'
import { getProfile } from '../../contract/endpoints/profiles.ts'
import { cancelRequest, listQueue, listRequests, submitBuyRequest } from '../../contract/endpoints/requests.ts'
import type { Caller, CallKind, LoadOrders } from './orders.ts'

export interface Call {
  kind: CallKind
  /** The bytes of the call. */
  text: string
  /** Receives the status, 0 without an answer, and the body of a good answer. */
  onAnswer?: (status: number, body?: string) => void
}

type Read = Exclude<CallKind, 'buy' | 'buy or cancel'>

const coins = 1_000
const overloaded = 503

/**
 * Makes the calls of a load one after another: the kinds in turns, and the callers in turns for each kind. A call that every caller
 * is waiting for is left out.
 */
export function createCalls({ url, callers, kinds }: LoadOrders): { next(): Call | undefined } {
  const members = callers.map((caller) => new Member(url, caller))
  let count = 0
  return {
    next() {
      const kind = kinds[count % kinds.length] ?? 'session'
      const at = Math.floor(count / kinds.length)
      count += 1
      const member = members[at % members.length]
      if (!member) throw new Error('a load needs callers')
      if (kind === 'buy') return member.buy()
      if (kind !== 'buy or cancel') return member.read(kind)
      // A member who waits for an answer is left out.
      for (let more = 0; more < members.length; more += 1) {
        const call = members[(at + more) % members.length]?.buyOrCancel()
        if (call) return call
      }
      return undefined
    },
  }
}

class Member {
  readonly #caller: Caller
  readonly #headers: string
  readonly #origin: string
  readonly #reads: Record<Read, string>
  #isWaiting = false
  /** The purchase that the next call takes back. */
  #openId: string | undefined

  constructor(url: string, caller: Caller) {
    this.#caller = caller
    this.#origin = `origin: ${url}\r\n`
    this.#headers = `host: ${new URL(url).host}\r\ncookie: session=${caller.token}\r\n`
    const get = (path: string) => `GET ${path} HTTP/1.1\r\n${this.#headers}\r\n`
    this.#reads = {
      session: get(getSession.path),
      profile: get(getProfile.path.replace(':userId', caller.userId)),
      requests: get(`${listRequests.path}?limit=25`),
      overview: get(getUserDashboardData.path),
      queue: get(listQueue.path.replace(':kind', 'buy')),
    }
  }

  read(kind: Read): Call {
    return { kind, text: this.#reads[kind] }
  }

  buy(): Call {
    return { kind: 'buy', text: this.#buyText() }
  }

  /** Returns undefined while the answer to the last such call is missing. */
  buyOrCancel(): Call | undefined {
    if (this.#isWaiting) return undefined
    this.#isWaiting = true
    const kind = 'buy or cancel'
    const id = this.#openId
    if (id !== undefined) {
      const onAnswer = (status: number) => {
        this.#isWaiting = false
        // A cancellation that was refused because the server has too many calls is made again.
        if (status !== overloaded) this.#openId = undefined
      }
      return { kind, text: this.#post(cancelRequest.path.replace(':requestId', id)), onAnswer }
    }
    const onAnswer = (_status: number, body?: string) => {
      this.#isWaiting = false
      if (body !== undefined) this.#openId = (JSON.parse(body) as { id: string }).id
    }
    return { kind, text: this.#buyText(), onAnswer }
  }

  #buyText(): string {
    const slip = this.#caller.slips.pop()
    if (slip === undefined) throw new Error('a load needs a slip for each purchase')
    return this.#post(submitBuyRequest.path, { amount_coins: coins, package_id: null, payment_proof_id: slip })
  }

  #post(path: string, body?: object): string {
    const text = body === undefined ? '' : JSON.stringify(body)
    const type = body === undefined ? '' : 'content-type: application/json\r\n'
    const length = `content-length: ${Buffer.byteLength(text)}\r\n`
    const key = `idempotency-key: ${randomUUID()}\r\n`
    return `POST ${path} HTTP/1.1\r\n${this.#headers}${this.#origin}${key}${type}${length}\r\n${text}`
  }
}
