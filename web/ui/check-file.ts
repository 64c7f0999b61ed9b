import { numberLocale } from '../../contract/translate.ts'

export interface FileRules {
  /** Media types with their usual file extensions, e.g. { 'image/png': ['.png'] }. */
  accept: Readonly<Record<string, readonly string[]>>
  maxBytes: number
}

export type FileFault = 'type' | 'size' | 'empty'

/** Returns the fault of a chosen file before it is sent, or null. The server also checks the content. */
export function checkFile(file: File, { accept, maxBytes }: FileRules): FileFault | null {
  const name = file.name.toLowerCase()
  const isKnown = Object.entries(accept).some(
    ([type, extensions]) => file.type === type || (file.type === '' && extensions.some((end) => name.endsWith(end))),
  )
  if (!isKnown) return 'type'
  if (file.size > maxBytes) return 'size'
  if (file.size === 0) return 'empty'
  return null
}

/** 1.2 MB, 340 KB */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${tenths(bytes / 1024 / 1024)} MB`
}

const tenths = (value: number) =>
  value.toLocaleString(numberLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
