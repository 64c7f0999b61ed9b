import type { ChatFile, ChatMessage } from '../../../contract/chat.ts'

/** The files and the request that go along with the text of a message: files that the server has, and a request of the member. */
export interface Enclosed {
  files: readonly ChatFile[]
  requestId: string | null
}

export const nothingEnclosed: Enclosed = { files: [], requestId: null }

/** A message that is on its way to the server. */
export interface OutgoingMessage extends Enclosed {
  /** Made once per message, so that the message is stored once, however often it is sent. */
  clientId: string
  /** Empty for a message of files alone. */
  content: string
  writtenAt: string
  /** The stored message, until it stands among the others. */
  stored?: ChatMessage
}

interface OutboxOptions {
  /** Sends a message, with several attempts. Throws if the message has to be taken back. */
  deliver: (message: OutgoingMessage) => Promise<ChatMessage>
  /** Adds the stored message to the others. */
  onStored: () => Promise<void>
  /** Takes what was written and enclosed in all messages that could not be sent, in order, and the failure of the first. */
  onTakenBack: (text: string, enclosed: Enclosed, failure: unknown) => void
  /** Keeps the messages that are on their way, so that a reload does not lose them. */
  keep: (waiting: readonly OutgoingMessage[]) => void
}

export interface Outbox {
  send: (content: string, enclosed?: Enclosed) => void
  /** Continues with the messages that were on their way before a reload. */
  resume: (kept: readonly OutgoingMessage[]) => void
  /** Forgets all messages silently, because their writer has left. */
  abandon: () => void
  get: () => readonly OutgoingMessage[]
  subscribe: (listener: () => void) => () => void
}

/**
 * Makes an outbox, which sends the messages of one conversation one after the other. So they arrive in the order of
 * writing. If one cannot be sent, those behind it are taken back with it: none may overtake it.
 */
export function createOutbox({ deliver, onStored, onTakenBack, keep }: OutboxOptions): Outbox {
  let messages: readonly OutgoingMessage[] = []
  /**
   * The messages that were taken back last. If they are sent again unchanged, they keep their ids, as some may be
   * stored.
   */
  let returned: readonly OutgoingMessage[] = []
  let isBusy = false
  const listeners = new Set<() => void>()

  const change = (next: readonly OutgoingMessage[]) => {
    messages = next
    for (const listener of listeners) listener()
  }
  const nextWaiting = () => messages.find(({ stored }) => !stored)
  const keepWaiting = () => keep(messages.filter(({ stored }) => !stored))

  const work = async () => {
    if (isBusy) return
    isBusy = true
    for (let next = nextWaiting(); next; next = nextWaiting()) await sendOne(next)
    isBusy = false
  }

  const sendOne = async (message: OutgoingMessage) => {
    const isOurs = ({ clientId }: OutgoingMessage) => clientId === message.clientId
    try {
      const stored = await deliver(message)
      if (!messages.some(isOurs)) return
      change(messages.map((one) => (isOurs(one) ? { ...one, stored } : one)))
      keepWaiting()
      // The message keeps its place on the screen until it stands among the others.
      const settle = () => change(messages.filter((one) => !isOurs(one)))
      void onStored().then(settle, () => {})
    } catch (failure) {
      const back = messages.filter(({ stored }) => !stored)
      if (back.length === 0) return
      change(messages.filter(({ stored }) => stored))
      keepWaiting()
      returned = back
      onTakenBack(textOf(back), enclosedIn(back), failure)
    }
  }

  return {
    send: (content, enclosed = nothingEnclosed) => {
      const isAgain = textOf(returned) === content && isSame(enclosedIn(returned), enclosed)
      const again = isAgain ? returned : [{ clientId: crypto.randomUUID(), content, ...enclosed }]
      returned = []
      const writtenAt = new Date().toISOString()
      change([...messages, ...again.map((message) => ({ ...message, writtenAt }))])
      keepWaiting()
      void work()
    },
    resume: (kept) => {
      const fresh = kept.filter(({ clientId }) => messages.every((one) => one.clientId !== clientId))
      change([...messages, ...fresh])
      void work()
    },
    abandon: () => change([]),
    get: () => messages,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function textOf(messages: readonly OutgoingMessage[]): string {
  return messages.flatMap(({ content }) => (content === '' ? [] : [content])).join('\n')
}

function enclosedIn(messages: readonly OutgoingMessage[]): Enclosed {
  return {
    files: messages.flatMap(({ files }) => files),
    requestId: messages.find(({ requestId }) => requestId !== null)?.requestId ?? null,
  }
}

function isSame(one: Enclosed, other: Enclosed): boolean {
  const idsOf = ({ files, requestId }: Enclosed) => [requestId, ...files.map(({ id }) => id)].join()
  return idsOf(one) === idsOf(other)
}
