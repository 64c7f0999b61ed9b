import { eventsPath, streamReplacedEvent, type ChangeEvent, type Topic } from '../../contract/events.ts'
import { reportStream } from './connection.ts'
import { batchTopics } from './batch-topics.ts'
import { queryClient, refetchTopics, refetchAll, refetchReadBefore } from './query-client.ts'
import { sessionQuery } from './session.ts'

const reopenMs = 5000
const drawnChangeMs = 1_000

/** Opens the event stream, and reads data again when the server reports a change of it. */
export function startEvents(): void {
  openStream(true)
}

export function stopEvents(): void {
  closeStream()
  changes.stop()
  reportStream('none')
}

/**
 * Reads the data of these topics again, together with what the server reports meanwhile. For a change by this page that
 * it has drawn already.
 */
export function refetchLater(topics: readonly Topic[]): void {
  changes.rest(drawnChangeMs)
  changes.add(topics)
}

/** Announces a change by this page, which it has drawn already: data is read once after it, not twice. */
export function expectChange(): void {
  changes.rest(drawnChangeMs)
}

function openStream(isFirst: boolean): void {
  closeStream()
  const source = new EventSource(eventsPath)
  stream = source
  let wasOpen = !isFirst
  source.addEventListener('open', () => {
    // After a broken stream, anything may have changed. After the first opening, only answers from before it can be out
    // of date. Reads of a page that is just opening are still on their way, and stay.
    if (wasOpen) refetchAll()
    else refetchReadBefore(Date.now())
    wasOpen = true
    reportStream('open')
  })
  source.addEventListener('message', ({ data }) => {
    const change = parseJson(String(data)) as Partial<ChangeEvent> | null | undefined
    if (change?.topics) changes.add(change.topics)
  })
  source.addEventListener(streamReplacedEvent, () => {
    closeStream()
    reportStream('none')
    reopenWhenSeen()
  })
  source.addEventListener('error', () => {
    reportStream('broken')
    if (source.readyState !== EventSource.CLOSED) return
    // The server refused the stream: the session has ended, or the server is out of order. Reading the session tells
    // which.
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    reopening = setTimeout(reopen, reopenMs)
  })
}

/** Opens the stream again when the tab is seen. If a person has very many tabs, only those in sight have a stream. */
function reopenWhenSeen(): void {
  if (document.hidden) document.addEventListener('visibilitychange', reopen)
  else reopening = setTimeout(reopen, reopenMs)
}

function reopen(): void {
  openStream(false)
}

function closeStream(): void {
  clearTimeout(reopening)
  document.removeEventListener('visibilitychange', reopen)
  stream?.close()
  stream = undefined
}

const changes = batchTopics(refetchChanged)

/** If the session may have ended, reads it first. Without a session, all other reads would be refused. */
function refetchChanged(topics: readonly Topic[]): void {
  if (!topics.includes('session')) return refetchTopics(topics)
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(() => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.session) refetchTopics(topics)
  })
}

let stream: EventSource | undefined
let reopening: ReturnType<typeof setTimeout> | undefined

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
