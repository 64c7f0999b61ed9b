import { createConnection, type Socket } from 'node:net'

export interface Answer {
  /** 0 if the connection broke, or the answer did not come in time. */
  status: number
  body: string
  /** True if the answer names a time for another try. */
  hasRetryAfter: boolean
}

interface Waiting {
  sinceMs: number
  resolve: (answer: Answer) => void
}

const checkMs = 1_000
/** A server holds a few hundred connections that it has not taken yet. */
const openedAtOnce = 100
const headEnd = Buffer.from('\r\n\r\n')

/**
 * Connections that stay open and carry one call at a time each. Node's own client takes several times as much processor time
 * for a call, which a load would take from the server it measures.
 */
export class Connections {
  #free: Connection[] = []
  #open = new Set<Connection>()
  readonly #place: { host: string; port: number }
  readonly #most: number
  readonly #check: NodeJS.Timeout

  constructor(url: string, { most, patienceMs }: { most: number; patienceMs: number }) {
    const { hostname, port } = new URL(url)
    this.#place = { host: hostname, port: Number(port) }
    this.#most = most
    this.#check = setInterval(() => {
      for (const connection of this.#open) connection.leaveAfter(patienceMs)
    }, checkMs)
  }

  /** Opens all connections. */
  async openAll(): Promise<void> {
    const opened: Promise<void>[] = []
    for (let connection = this.#openOne(); connection; connection = this.#openOne()) {
      opened.push(connection.opened)
      this.#free.push(connection)
      if (opened.length % openedAtOnce === 0) await Promise.all(opened)
    }
    await Promise.all(opened)
  }

  /**
   * Sends the text of a call on the connection that has been free for the longest time, so that the server closes none as unused.
   * Returns undefined if there is no free connection.
   */
  send(text: string): Promise<Answer> | undefined {
    const connection = this.#free.shift() ?? this.#openOne()
    return connection?.send(text)
  }

  close(): void {
    clearInterval(this.#check)
    for (const connection of this.#open) connection.close()
  }

  #openOne(): Connection | undefined {
    if (this.#open.size >= this.#most) return undefined
    const connection: Connection = new Connection(createConnection(this.#place), {
      onFree: () => this.#free.push(connection),
      onClose: () => {
        this.#open.delete(connection)
        this.#free = this.#free.filter((one) => one !== connection)
      },
    })
    this.#open.add(connection)
    return connection
  }
}

class Connection {
  /** Resolves when the connection is open or broken. */
  readonly opened: Promise<void>
  readonly #socket: Socket
  readonly #onFree: () => void
  #received: Buffer = Buffer.alloc(0)
  #waiting: Waiting | undefined

  constructor(socket: Socket, { onFree, onClose }: { onFree: () => void; onClose: () => void }) {
    this.#socket = socket.setNoDelay(true)
    this.#onFree = onFree
    socket.on('data', (part) => this.#read(part))
    this.opened = new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
    socket.on('error', () => {})
    socket.on('close', () => {
      onClose()
      this.#answer({ status: 0, body: '', hasRetryAfter: false })
    })
  }

  send(text: string): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#waiting = { sinceMs: performance.now(), resolve }
    this.#socket.write(text)
    return promise
  }

  /** Breaks the connection if an answer has been missing for so long. */
  leaveAfter(patienceMs: number): void {
    if (this.#waiting && performance.now() - this.#waiting.sinceMs > patienceMs) this.#socket.destroy()
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part])
    const answer = readAnswer(this.#received)
    if (!answer) return
    this.#received = Buffer.alloc(0)
    if (answer.isLast) this.#socket.destroy()
    else this.#onFree()
    this.#answer(answer)
  }

  #answer(answer: Answer): void {
    this.#waiting?.resolve(answer)
    this.#waiting = undefined
  }
}

/** Returns the answer if these bytes hold all of it. It is the last one if the server then closes the connection. */
function readAnswer(bytes: Buffer): (Answer & { isLast: boolean }) | undefined {
  const headLength = bytes.indexOf(headEnd)
  if (headLength < 0) return undefined
  const head = bytes.toString('latin1', 0, headLength).toLowerCase()
  const bodyAt = headLength + headEnd.length
  const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? []
  const isLast = head.includes('\r\nconnection: close')
  if (length === undefined && !isLast) throw new Error(`an answer names no length: ${head}`)
  if (bytes.length < bodyAt + Number(length ?? 0)) return undefined
  const status = Number(head.slice('http/1.1 '.length, 'http/1.1 200'.length))
  const hasRetryAfter = /\r\nretry-after: \d+/.test(head)
  return { status, body: bytes.toString('utf8', bodyAt), hasRetryAfter, isLast }
}
