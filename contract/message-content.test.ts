import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { messageContent, messageMaxLength } from './message-content.ts'
import { fieldTexts } from './texts.ts'

const required = 'Message is required.'

function judge(content: unknown): string | undefined {
  return z.safeParse(messageContent, content).error?.issues[0]?.message
}

test.each([
  'Hello',
  'two\nlines and a\ttab',
  '👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 👍🏽',
  'می‌خواهم',
  'שלום עולם',
  'e\u0301',
  '<script>alert(1)</script> javascript:alert(1)',
  'x'.repeat(messageMaxLength),
])('%j is accepted as a message', (content) => {
  expect(judge(content)).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['spaces', '   '],
  ['line breaks', '\r\n\n\t'],
  ['a no-break space', '\u00a0'],
  ['zero-width spaces', '\u200b\u200b'],
  ['joiners and variation selectors', '\u200d\ufe0f'],
  ['a Hangul filler', '\u3164'],
  ['a braille blank', '\u2800'],
  ['a soft hyphen', '\u00ad'],
  ['no text', 17],
])('%s is no message [CHAT-06]', (_, content) => {
  expect(judge(content)).toBe(required)
})

test.each([
  ['NUL', 'a\0b'],
  ['an escape', 'a\u001b[31mb'],
  ['a control character of the second set', 'a\u0085b'],
  ['a mark that turns the direction', 'a\u202eb'],
  ['half a character', 'a\ud800b'],
])('%s is not plain text', (_, content) => {
  expect(judge(content)).toBe(fieldTexts.notPlainText)
})

test('a text that is too long is refused, and blanks around it do not count', () => {
  expect(judge('x'.repeat(messageMaxLength + 1))).toBe('Message must be at most 4000 characters.')
  expect(judge(`  ${'x'.repeat(messageMaxLength)}\n`)).toBeUndefined()
})

test('all kinds of line breaks become one kind', () => {
  expect(z.parse(messageContent, ' one\r\ntwo\rthree ')).toBe('one\ntwo\nthree')
})
