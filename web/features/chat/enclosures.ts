import type { uploadChatFile } from '../../../contract/endpoints/chat.ts'
import type { ChatFile } from '../../../contract/chat.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { draftKeyOf, type ConversationSide } from './conversation-side.ts'
import type { Enclosed } from './outbox.ts'

/** The answer of the server about a file that it has stored. */
export type StoredChatFile = OutputOf<typeof uploadChatFile>

/** A file that goes with the next message. */
export interface EnclosedFile {
  key: string
  name: string
  sizeBytes: number
  /** The file itself; absent after a reload. */
  file?: File | undefined
  /** Set once the server has the file. */
  stored?: StoredChatFile | undefined
  /** The sent part in per cent, during an upload. */
  progress?: number | undefined
  /** Stops its upload. */
  stop?: (() => void) | undefined
  error?: string | undefined
  /** True if another try may succeed. */
  canRetry?: boolean | undefined
}

/** The files of the next message, and the request that it is about. */
export interface Enclosures {
  files: readonly EnclosedFile[]
  requestId: string | null
}

interface EnclosuresBox {
  get: () => Enclosures
  subscribe: (listener: () => void) => () => void
  setRequest: (requestId: string | null) => void
  add: (file: EnclosedFile) => void
  change: (key: string, part: Partial<EnclosedFile>) => void
  /** Removes a file, and stops its upload. */
  remove: (key: string) => void
  /** Empties the box for a message that is sent, and returns what was in it. */
  take: () => Enclosed
  /** Takes back what an unsent message enclosed. Files that are gone have to be chosen again. */
  putBack: (enclosed: Enclosed, reason: { isGone: boolean }) => void
}

/** Returns the box of a side. It works while the chat is closed. The tab keeps the names, and the ids of stored files. */
export function enclosuresOf(side: ConversationSide): EnclosuresBox {
  const name = `${side.writerId} ${side.memberId}`
  const known = boxes.get(name)
  if (known) return known
  const box = createBox(side)
  boxes.set(name, box)
  return box
}

const boxes = new Map<string, EnclosuresBox>()

function createBox(side: ConversationSide): EnclosuresBox {
  const draft = [side.writerId, `${draftKeyOf(side)}:enclosed`] as const
  let enclosures = restore(readDraft(...draft))
  const listeners = new Set<() => void>()

  const set = (next: Enclosures) => {
    enclosures = next
    const { files, requestId } = next
    if (files.length === 0 && requestId === null) dropDraft(...draft)
    else keepDraft(...draft, { requestId, files: files.map(toKept) })
    for (const listener of listeners) listener()
  }
  return {
    get: () => enclosures,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setRequest: (requestId) => set({ ...enclosures, requestId }),
    add: (file) => set({ ...enclosures, files: [...enclosures.files, file] }),
    change: (key, part) =>
      set({ ...enclosures, files: enclosures.files.map((one) => (one.key === key ? { ...one, ...part } : one)) }),
    remove: (key) => {
      enclosures.files.find((one) => one.key === key)?.stop?.()
      set({ ...enclosures, files: enclosures.files.filter((one) => one.key !== key) })
    },
    take: () => {
      const { requestId, files } = enclosures
      set(empty)
      return { requestId, files: files.flatMap(toChatFile) }
    },
    putBack: ({ files, requestId }, { isGone }) =>
      set({
        requestId: requestId ?? enclosures.requestId,
        files: [...files.map((file) => toEnclosedFile(file, isGone)), ...enclosures.files],
      }),
  }
}

const empty: Enclosures = { files: [], requestId: null }

/** Returns what the tab has kept, or nothing for a draft in another form. */
function restore(kept: unknown): Enclosures {
  if (typeof kept !== 'object' || kept === null) return empty
  const { files, requestId } = kept as Partial<Enclosures>
  return {
    files: Array.isArray(files) ? files.filter(isEnclosedFile) : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  }
}

function isEnclosedFile(value: unknown): value is EnclosedFile {
  if (typeof value !== 'object' || value === null) return false
  const { key, name, sizeBytes } = value as Partial<EnclosedFile>
  return typeof key === 'string' && typeof name === 'string' && typeof sizeBytes === 'number'
}

function toKept({ key, name, sizeBytes, stored }: EnclosedFile) {
  return { key, name, sizeBytes, ...(stored && { stored }) }
}

function toChatFile({ name, stored }: EnclosedFile): ChatFile[] {
  return stored ? [{ ...stored, name }] : []
}

function toEnclosedFile({ name, ...stored }: ChatFile, isGone: boolean): EnclosedFile {
  return { key: stored.id, name, sizeBytes: stored.size_bytes, ...(!isGone && { stored }) }
}
