import * as z from 'zod/mini'
import { fault } from './faults.ts'
import { t } from './translate.ts'

export const messageMaxLength = 4000

// Tab and line break are the only control characters that a message may hold. Marks that turn the direction of writing
// are refused, as they can make an address read backwards. Half a surrogate pair is no character. The joiners and
// variation marks of emoji are allowed.
const plainLines = /^(?:[\t\n]|[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069])*$/u
const anythingVisible = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

const lines = z.string(fault('required', { field: t('Message') })).check(
  z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n')),
  z.trim(),
  z.maxLength(messageMaxLength, fault('tooLong', { field: t('Message'), max: String(messageMaxLength) })),
  z.regex(plainLines, fault('notPlainText')),
)

/** The text of a message: trimmed, with one kind of line break, and with at least one visible character. */
export const messageContent = lines.check(
  z.minLength(1, fault('required', { field: t('Message') })),
  z.regex(anythingVisible, fault('required', { field: t('Message') })),
)

/** The text beside files, which may be empty. */
export const fileMessageContent = lines.check(
  z.refine((text) => text === '' || anythingVisible.test(text), fault('required', { field: t('Message') })),
)
