import { chatFileNameMax, uploadChatFile } from '../../../contract/endpoints/chat.ts'
import { messageOf } from '../../lib/api-error.ts'
import { upload } from '../../lib/api.ts'
import { fitFile, isAboutFile } from '../uploads/fit-file.ts'
import type { ConversationSide } from './conversation-side.ts'
import { enclosuresOf, type EnclosedFile } from './enclosures.ts'

/** Adds files to the next message, and sends them to the server at once, so that sending the message later is quick. */
export function encloseFiles(side: ConversationSide, files: readonly File[]): void {
  for (const file of files) {
    const enclosed = { key: crypto.randomUUID(), name: cleanName(file.name), sizeBytes: file.size, file }
    enclosuresOf(side).add(enclosed)
    uploadEnclosed(side, enclosed)
  }
}

/** Sends a file to the server, after those that wait already: the server takes few of one account at once. */
export function uploadEnclosed(side: ConversationSide, { key, file }: EnclosedFile): void {
  if (!file) return
  const controller = new AbortController()
  const stop = () => controller.abort()
  enclosuresOf(side).change(key, { progress: 0, stop, error: undefined, canRetry: false })
  queue = queue.then(() => transmit(side, key, file, controller.signal))
}

let queue = Promise.resolve()

async function transmit(side: ConversationSide, key: string, chosen: File, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const box = enclosuresOf(side)
  try {
    const fitting = await fitFile(chosen)
    signal.throwIfAborted()
    if ('advice' in fitting) return box.change(key, { error: fitting.advice, progress: undefined })
    const { file } = fitting
    const stored = await upload(uploadChatFile, file, {
      params: { userId: side.memberId },
      onProgress: (part) => box.change(key, { progress: part * 100 }),
      signal,
    })
    box.change(key, { stored, name: cleanName(file.name), sizeBytes: file.size, progress: undefined })
  } catch (failure) {
    if (signal.aborted) return
    box.change(key, { error: messageOf(failure), canRetry: !isAboutFile(failure), progress: undefined })
  }
}

/** Leaves out what the server takes in no name: marks that cannot be seen, and characters beyond the longest name. */
function cleanName(name: string): string {
  return Array.from(name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim())
    .slice(0, chatFileNameMax / 2)
    .join('')
}
