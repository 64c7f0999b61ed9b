import { expect, test } from 'vitest'
import type { ChatFile, ChatMessage } from '../../../contract/chat.ts'
import { createOutbox, type Enclosed, type OutgoingMessage } from './outbox.ts'

test('messages are sent one after the other in the order they were written', async () => {
  const { outbox, delivered, answer } = setUp()
  for (const text of ['one', 'two', 'three']) outbox.send(text)
  expect(outbox.get().map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  expect(delivered).toEqual(['one'])
  await answer('stored')
  expect(delivered).toEqual(['one', 'two'])
  await answer('stored')
  await answer('stored')
  expect(delivered).toEqual(['one', 'two', 'three'])
  expect(outbox.get()).toEqual([])
})

test('a message that cannot be sent is returned with all later ones, in order', async () => {
  const { outbox, delivered, takenBack, answer } = setUp()
  for (const text of ['one', 'two', 'three']) outbox.send(text)
  await answer('stored')
  await answer('refused')
  expect(delivered).toEqual(['one', 'two'])
  expect(takenBack).toEqual(['two\nthree'])
  expect(outbox.get()).toEqual([])
  outbox.send('four')
  expect(delivered.at(-1)).toBe('four')
})

test('returned messages that are sent again unchanged keep their ids, so that each is stored once', async () => {
  const { outbox, answer } = setUp()
  const ids = () => outbox.get().map(({ clientId }) => clientId)
  for (const text of ['one', 'two']) outbox.send(text)
  const before = ids()
  await answer('refused')
  outbox.send('one\ntwo')
  expect(outbox.get().map(({ content }) => content)).toEqual(['one', 'two'])
  expect(ids()).toEqual(before)
  await answer('refused')
  outbox.send('one\ntwo!')
  expect(outbox.get().map(({ content }) => content)).toEqual(['one\ntwo!'])
  expect(before).not.toContain(ids()[0])
  // A message that the person writes later is not taken for the returned one either.
  outbox.send('one\ntwo')
  expect(outbox.get().map(({ content }) => content)).toEqual(['one\ntwo!', 'one\ntwo'])
})

test('a message keeps its files and its request, and is returned with those of all later ones', async () => {
  const { outbox, kept, enclosedBack, takenBack, answer } = setUp()
  const ids = () => outbox.get().map(({ clientId }) => clientId)
  outbox.send('', { files: [file('a')], requestId: null })
  outbox.send('See this', { files: [file('b'), file('c')], requestId: 'request' })
  const before = ids()
  expect(kept().map(({ files, requestId }) => [files.length, requestId])).toEqual([
    [1, null],
    [2, 'request'],
  ])
  await answer('refused')
  expect(takenBack).toEqual(['See this'])
  expect(enclosedBack).toEqual([{ files: [file('a'), file('b'), file('c')], requestId: 'request' }])
  outbox.send('See this', enclosedBack[0])
  expect(ids()).toEqual(before)
  await answer('refused')
  // Without one of the files it is another message.
  outbox.send('See this', { files: [file('a'), file('b')], requestId: 'request' })
  expect(outbox.get().map(({ content }) => content)).toEqual(['See this'])
  expect(before).not.toContain(ids()[0])
})

test('a stored message keeps its place until it is read with the others', async () => {
  const { outbox, answer, settle } = setUp({ settlesAtOnce: false })
  outbox.send('one')
  await answer('stored')
  expect(outbox.get()).toMatchObject([{ content: 'one', stored: { content: 'one' } }])
  await settle()
  expect(outbox.get()).toEqual([])
})

test('a message on its way is kept until it is answered, and is sent again under the same id', async () => {
  const first = setUp()
  first.outbox.send('one')
  first.outbox.send('two')
  await first.answer('stored')
  const kept = first.kept()
  expect(kept.map(({ content }) => content)).toEqual(['two'])
  const second = setUp()
  second.outbox.resume(kept)
  second.outbox.resume(kept)
  expect(second.outbox.get()).toEqual(kept)
  await second.answer('stored')
  expect(second.delivered).toEqual(['two'])
  expect(second.kept()).toEqual([])
})

test('messages of a person who has left are reported nowhere, and stay untouched', async () => {
  const { outbox, takenBack, kept, answer } = setUp()
  outbox.send('one')
  outbox.abandon()
  await answer('refused')
  expect(takenBack).toEqual([])
  expect(kept().map(({ content }) => content)).toEqual(['one'])
})

function setUp({ settlesAtOnce = true } = {}) {
  const delivered: string[] = []
  const takenBack: string[] = []
  const enclosedBack: Enclosed[] = []
  let kept: readonly OutgoingMessage[] = []
  let onAnswer = (_: 'stored' | 'refused') => {}
  let settled = () => {}
  const outbox = createOutbox({
    deliver: ({ clientId, content }) => {
      delivered.push(content)
      return new Promise((resolve, reject) => {
        onAnswer = (answer) => (answer === 'stored' ? resolve(stored(clientId, content)) : reject(new Error('refused')))
      })
    },
    onStored: () => (settlesAtOnce ? Promise.resolve() : new Promise((resolve) => (settled = resolve))),
    onTakenBack: (text, enclosed) => {
      takenBack.push(text)
      enclosedBack.push(enclosed)
    },
    keep: (waiting) => (kept = waiting),
  })
  const pause = () => new Promise((resolve) => setTimeout(resolve))
  return {
    outbox,
    delivered,
    takenBack,
    enclosedBack,
    kept: () => kept,
    answer: async (answer: 'stored' | 'refused') => {
      onAnswer(answer)
      await pause()
    },
    settle: async () => {
      settled()
      await pause()
    },
  }
}

function stored(clientId: string, content: string): ChatMessage {
  return {
    id: clientId,
    conversation_id: clientId,
    number: 1,
    sender_id: clientId,
    is_from_support: false,
    sender_name: null,
    client_message_id: clientId,
    content,
    files: [],
    request_id: null,
    created_at: '2026-11-21T08:00:00.000Z',
  }
}

function file(id: string): ChatFile {
  return { id, name: `${id}.pdf`, mime_type: 'application/pdf', size_bytes: 1, width: null, height: null }
}
