import { expect, test } from 'vitest'
import { parseAnswer } from './closure-markers.ts'

const german = { 'Closed account': 'Geschlossenes Konto', 'Removed with the account.': 'Mit dem "Konto" entfernt.' }
const read = (value: unknown): unknown => parseAnswer(JSON.stringify(value), german)
const [person, message] = ['Closed account', 'Removed with the account.']

test('the markers of a closed account are translated in names, messages and details of the audit log', () => {
  const marked = (name: string, text: string) => ({
    items: [{ full_name: name, last_sender_name: name, last_content: text, user: { full_name: name } }],
    message: { sender_id: 'a', sender_name: name, content: text },
    changes: [{ field: 'wallet_address', before: name, after: name }],
    facts: [{ name: 'email', value: name }],
  })
  expect(read(marked(person, message))).toEqual(marked('Geschlossenes Konto', 'Mit dem "Konto" entfernt.'))
})

test('the same words in titles, reasons, saved replies and names of packages stay', () => {
  const written = {
    items: [{ id: 'a', purpose: 'chat', title: person, content: message }],
    package_name: person,
    reason: person,
    note: message,
    names: [person],
    facts: [{ name: 'reason', value: person }],
    changes: [{ field: 'package_name', before: person, after: message }],
  }
  expect(read({ ...written, full_name: person })).toEqual({ ...written, full_name: 'Geschlossenes Konto' })
})

test('words that a person wrote stay, also with quotes around the marker', () => {
  const written = { sender_id: 'a', content: 'It says "Closed account" there.', full_name: 'Closed accountant' }
  expect(read({ ...written, actor_name: person })).toEqual({ ...written, actor_name: 'Geschlossenes Konto' })
})

test('English answers stay as they are, and a text that is no JSON is refused', () => {
  expect(parseAnswer('{"full_name":"Closed account"}')).toEqual({ full_name: 'Closed account' })
  expect(() => parseAnswer('{"full_name":"Closed account"')).toThrow(SyntaxError)
})
