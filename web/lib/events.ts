import { changeEvent, eventsPath } from '../../contract/events.ts'
import { reportConnection } from './connection.ts'
import { queryClient, refetchTopics } from './query-client.ts'
import { getSession } from '../../contract/auth.ts'

const reopenMs = 5000

/** Listens for what changes on the server, and asks again for the data it touches. */
export function startEvents(): void {
  closeStream()
  const source = new EventSource(eventsPath)
  stream = source
  // What happened before the stream was open, or while it was broken, was not heard: everything is asked for again.
  source.addEventListener('open', () => {
    reportConnection(true)
    void queryClient.invalidateQueries()
  })
  source.addEventListener('message', ({ data }) => {
    const change = changeEvent.safeParse(parseJson(String(data)))
    if (change.success) refetchTopics(change.data.topics)
  })
  source.addEventListener('error', () => {
    reportConnection(false)
    if (source.readyState !== EventSource.CLOSED) return
    // Refused for good: either nobody is signed in any more, or the server is not itself. The session tells which.
    void queryClient.invalidateQueries({ queryKey: [getSession.id] })
    reopening = setTimeout(startEvents, reopenMs)
  })
}

export function stopEvents(): void {
  closeStream()
  // Without a session nothing is missed.
  reportConnection(true)
}

function closeStream(): void {
  clearTimeout(reopening)
  stream?.close()
  stream = undefined
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
