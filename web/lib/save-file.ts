import { withoutIsolates } from '../../contract/translate.ts'

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = withoutIsolates(name)
  link.click()
  // The browser reads the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
