import { Refusal } from './refusal.ts'

/** The last row that a reader has seen: its sort key as text, and its id. */
export interface KeyCursor {
  key: string | null
  id: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Writes a cursor. It holds the key itself, so the next page begins at the right place even if that row has changed.
 */
export function encodeKeyCursor({ key, id }: KeyCursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Reads a cursor of a list with keys of this form. Refuses any other text. */
export function decodeKeyCursor(text: string, keyForm: RegExp): KeyCursor {
  const [key, id] = readPair(text)
  const isKey = key === null || (typeof key === 'string' && keyForm.test(key))
  if (!isKey || typeof id !== 'string' || !uuid.test(id)) throw new Refusal('invalid_request')
  return { key, id }
}

function readPair(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
