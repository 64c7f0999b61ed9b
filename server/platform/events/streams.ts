import type { ServerResponse } from 'node:http'
import { streamReplacedEvent, type ChangeEvent, type Topic } from '../../../contract/events.ts'
import type { Events } from './events.ts'
import { visitInSlices } from './slices.ts'
import { StreamRegistry, type Stream, type StreamOwner } from './stream-registry.ts'

export interface Streams {
  /** Keeps a response open and sends it the changes that its owner may hear. `headers` are sent first. */
  open(owner: StreamOwner, response: ServerResponse, headers: Record<string, string>): void
  /** Ends every stream, and each one that is opened later. The browsers then try to connect again. */
  close(): void
  count(): number
}

interface StreamSettings {
  events: Events
  /** Returns the ids of those sessions that may still be used, each with the same role as before. */
  findLive: (owners: StreamOwner[]) => Promise<Set<string>>
  onError: (error: unknown) => void
  heartbeatMs?: number
  checkMs?: number
}

const retryMs = 2_000
/** A visit of this many streams takes a few milliseconds. */
const sliceSize = 500
const maxPerUser = 5
const streamHeaders = {
  'content-type': 'text/event-stream',
  // Some proxies collect an answer before they pass it on. Without this header they would hold this one forever.
  'x-accel-buffering': 'no',
  // A connection that stayed open after the stream would delay the stop of the server.
  connection: 'close',
}

/**
 * Holds the open event streams of this process. For a browser that does not read, it keeps only one set of topics. If
 * the browser still does not read at the next heartbeat, its stream is closed.
 */
export function createStreams(settings: StreamSettings): Streams {
  const { events, findLive, onError, heartbeatMs = 15_000, checkMs = 1_000 } = settings
  const streams = new StreamRegistry()
  let isClosed = false
  const end = (stream: Stream) => {
    streams.remove(stream)
    if (stream.response.writableNeedDrain) stream.response.destroy()
    else stream.response.end()
  }
  const endStale = async (checked: Stream[]) => {
    const live = checked.length > 0 ? await findLive(checked) : new Set()
    for (const stream of checked) if (!live.has(stream.sessionId)) end(stream)
  }
  const unsubscribe = events.subscribe((change) => {
    const hearers = [...streams.receiversOf(change)]
    for (const stream of hearers) send(stream, change.topics)
    // A change of sessions closes the streams of ended sessions at once. The regular check below would do so later.
    if (change.topics.includes('session') && change.userIds) void endStale(hearers).catch(onError)
  })
  const beat = (slice: Stream[]) => {
    for (const stream of slice) {
      if (stream.response.writableNeedDrain) end(stream)
      else stream.response.write(':\n\n')
    }
  }
  const inSlices = { items: streams.all, size: sliceSize, onError }
  const stopHeartbeats = visitInSlices({ ...inSlices, everyMs: heartbeatMs, visit: beat })
  const stopChecks = visitInSlices({ ...inSlices, everyMs: checkMs, visit: endStale })

  return {
    open(owner, response, headers) {
      const [oldest, ...others] = streams.ofUser(owner.userId)
      if (oldest && others.length + 1 >= maxPerUser) {
        if (!oldest.response.writableNeedDrain) oldest.response.write(`event: ${streamReplacedEvent}\ndata: {}\n\n`)
        end(oldest)
      }
      const stream: Stream = { ...owner, response, waiting: new Set() }
      streams.add(stream)
      response.once('close', () => streams.remove(stream))
      response.on('error', () => response.destroy())
      response.on('drain', () => flush(stream))
      response.writeHead(200, { ...headers, ...streamHeaders })
      response.write(`retry: ${retryMs}\n\n`)
      if (isClosed) end(stream)
    },
    count: () => streams.all.size,
    close() {
      isClosed = true
      unsubscribe()
      stopHeartbeats()
      stopChecks()
      streams.all.forEach(end)
    },
  }
}

function send(stream: Stream, topics: readonly Topic[]): void {
  for (const topic of topics) stream.waiting.add(topic)
  if (!stream.response.writableNeedDrain) flush(stream)
}

function flush(stream: Stream): void {
  if (stream.waiting.size === 0 || stream.response.writableEnded) return
  const event: ChangeEvent = { topics: [...stream.waiting] }
  stream.waiting.clear()
  stream.response.write(`data: ${JSON.stringify(event)}\n\n`)
}
