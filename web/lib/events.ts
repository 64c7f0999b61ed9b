import { eventsPath, givesWayEvent, type ChangeEvent, type Topic } from '../../contract/events.ts'
import { reportStream } from './connection.ts'
import { gatherTopics } from './gather-topics.ts'
import { queryClient, refetchTopics, refresh, refreshReadBefore } from './query-client.ts'
import { sessionQuery } from './session.ts'

const reopenMs = 5000

/** Listens for what changes on the server, and asks again for the data it touches. */
export function startEvents(): void {
  openStream(true)
}

export function stopEvents(): void {
  closeStream()
  changes.stop()
  reportStream('none')
}

function openStream(isFirst: boolean): void {
  closeStream()
  const source = new EventSource(eventsPath)
  stream = source
  let wasOpen = !isFirst
  source.addEventListener('open', () => {
    // While the stream was broken, anything may have happened. Before it was open for the first time, only what had
    // been answered can be out of date: the reads of a page that is just being opened are on their way, and stay.
    if (wasOpen) refresh()
    else refreshReadBefore(Date.now())
    wasOpen = true
    reportStream('open')
  })
  source.addEventListener('message', ({ data }) => {
    const change = parseJson(String(data)) as Partial<ChangeEvent> | null | undefined
    if (change?.topics) changes.add(change.topics)
  })
  source.addEventListener(givesWayEvent, () => {
    closeStream()
    reportStream('none')
    reopenWhenSeen()
  })
  source.addEventListener('error', () => {
    reportStream('broken')
    if (source.readyState !== EventSource.CLOSED) return
    // Refused for good: either nobody is signed in any more, or the server is not itself. The session tells which.
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    reopening = setTimeout(reopen, reopenMs)
  })
}

/** Of very many tabs only so many listen: those that are looked at. The others catch up when it is their turn. */
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

const changes = gatherTopics(takeIn)

/** Where the session may have ended it is asked about first: whoever is signed out would ask for the rest in vain. */
function takeIn(topics: readonly Topic[]): void {
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
