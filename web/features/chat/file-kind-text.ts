import { t } from '../../../contract/translate.ts'
import type { ChatFile } from '../../../contract/chat.ts'

export function isPicture(type: ChatFile['mime_type']): boolean {
  return type.startsWith('image/')
}

/** Stands for a message of files alone, where there is room for a few words only. */
export function fileKindText(type: ChatFile['mime_type']): string {
  return isPicture(type) ? t('Picture') : t('File')
}

/** Returns the text of a message, or what stands for it if it has files alone. */
export function messageText({ content, files }: { content: string; files: readonly ChatFile[] }): string {
  return content === '' && files[0] ? fileKindText(files[0].mime_type) : content
}
