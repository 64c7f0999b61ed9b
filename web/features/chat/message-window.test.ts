import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { catchUp, type ReadMessages } from './catch-up.ts'
import {
  append,
  emptyWindow,
  extendDown,
  extendUp,
  firstShown,
  hasNewer,
  hasOlder,
  lastShown,
  startWindow,
  windowMax,
  type MessageWindow,
} from './message-window.ts'

describe('the window of consecutive messages', () => {
  test('shows repeated messages once, and only counts messages behind a gap', () => {
    const window = startWindow(page(1, 3))
    expect(numbers(append(window, page(2, 5)))).toEqual([1, 2, 3, 4, 5])
    expect(append(window, page(1, 3))).toBe(window)
    const gap = append(window, page(5, 6))
    expect(numbers(gap)).toEqual([1, 2, 3])
    expect(gap.lastNumber).toBe(6)
    expect(hasNewer(gap)).toBe(true)
  })

  test('adds older messages only without a gap', () => {
    const window = startWindow(page(51, 60))
    expect(hasOlder(window)).toBe(true)
    expect(numbers(extendUp(window, page(49, 50)))[0]).toBe(49)
    expect(extendUp(window, page(40, 45))).toBe(window)
    expect(hasOlder(startWindow(page(1, 60)))).toBe(false)
    expect(hasOlder(emptyWindow)).toBe(false)
  })

  test('never grows beyond its size: reading back drops the newest, reading on the oldest', () => {
    let window = startWindow(page(951, 1000))
    while (hasOlder(window)) {
      window = extendUp(
        { ...window, isAtEnd: false },
        page(Math.max(1, firstShown(window) - 100), firstShown(window) - 1, 1000),
      )
      expect(window.messages.length).toBeLessThanOrEqual(windowMax)
    }
    expect([firstShown(window), lastShown(window)]).toEqual([1, windowMax])
    while (hasNewer(window)) {
      window = extendDown(window, page(lastShown(window) + 1, lastShown(window) + 100, 1000))
      expectUnbroken(window)
    }
    expect([firstShown(window), lastShown(window)]).toEqual([1001 - windowMax, 1000])
  })

  test('moves on for a reader at the end, and stays for a reader further back', () => {
    const full = startWindow(page(1, windowMax))
    const next = page(windowMax + 1, windowMax + 1)
    expect(lastShown(append(full, next))).toBe(windowMax + 1)
    expect(firstShown(append(full, next))).toBe(2)
    const back = append({ ...full, isAtEnd: false }, next)
    expect([firstShown(back), lastShown(back), back.lastNumber]).toEqual([1, windowMax, windowMax + 1])
  })
})

describe('catching up', () => {
  test('reads page by page without a gap', async () => {
    const asked: unknown[] = []
    const end = await caughtUp(startWindow(page(1, 10)), server(250, asked))
    expect(lastShown(end)).toBe(250)
    expectUnbroken(end)
    expect(asked).toEqual([{ after: 9 }, { after: 108 }, { after: 207 }])
  })

  test('restarts with the newest after a long absence, and the older ones can be read upwards', async () => {
    const asked: unknown[] = []
    const end = await caughtUp(startWindow(page(1, 10)), server(5000, asked))
    expect([firstShown(end), lastShown(end)]).toEqual([4951, 5000])
    expect(hasOlder(end)).toBe(true)
    expect(asked).toEqual([{ after: 9 }, {}, { after: 4999 }])
  })

  test('keeps the place of a reader further back', async () => {
    const end = await caughtUp({ ...startWindow(page(1, 10)), isAtEnd: false }, server(5000))
    expect(firstShown(end)).toBe(1)
    expect(end.messages).toHaveLength(windowMax)
    expect(end.lastNumber).toBe(5000)
    expectUnbroken(end)
  })

  test('includes messages that arrive meanwhile', async () => {
    let last = 120
    const end = await caughtUp(startWindow(page(1, 10)), async (query) => server((last += 5))(query))
    expect(lastShown(end)).toBe(last)
    expectUnbroken(end)
  })

  test('keeps its messages when a read fails', async () => {
    let window = startWindow(page(1, 10))
    let reads = 0
    const read: ReadMessages = (query) => {
      reads += 1
      return reads === 2 ? Promise.reject(new Error('cut')) : server(250)(query)
    }
    const place = { get: () => window, set: (next: MessageWindow) => (window = next) }
    await expect(catchUp(place, read)).rejects.toThrow('cut')
    expect(lastShown(window)).toBe(109)
    await catchUp(place, read)
    expect(lastShown(window)).toBe(250)
    expectUnbroken(window)
  })
})

describe('a server that was restored to an earlier state', () => {
  test('with fewer messages than the window restarts the conversation', async () => {
    const end = await caughtUp(startWindow(page(1, 10)), server(7))
    expect(numbers(end)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([end.lastNumber, end.restarts, end.isAtEnd]).toEqual([7, 1, true])
  })

  test('with new messages under the same numbers shows all of them and none of the lost ones', async () => {
    for (const last of [10, 12, 250]) {
      const end = await caughtUp(startWindow(page(1, 10)), restored(7, last))
      expect(lastShown(end)).toBe(last)
      expect(end.messages.filter(({ content }) => content === 'Message 8')).toEqual([])
      expectUnbroken(end)
    }
  })

  test('without the conversation shows nothing', async () => {
    const end = await caughtUp(startWindow(page(1, 10)), server(0))
    expect([end.messages, end.lastNumber]).toEqual([[], 0])
  })

  test('with the shown messages but not the later ones gets the new end', async () => {
    const back = { ...startWindow(page(301, 600, 5000)), isAtEnd: false }
    const end = await caughtUp(back, server(900))
    expect([lastShown(end), end.lastNumber, end.restarts]).toEqual([600, 900, 0])
  })

  test('is reported once, and only if messages were lost', async () => {
    let window = startWindow(page(1, 10))
    const place = { get: () => window, set: (next: MessageWindow) => (window = next) }
    expect(await catchUp(place, server(250))).toBe(false)
    expect(await catchUp(place, server(7))).toBe(true)
    expect(await catchUp(place, server(7))).toBe(false)
  })
})

async function caughtUp(start: MessageWindow, read: ReadMessages): Promise<MessageWindow> {
  let window = start
  await catchUp({ get: () => window, set: (next) => (window = next) }, read)
  return window
}

/** Answers as the server does: pages of a hundred, or the newest fifty. */
function server(last: number, asked: unknown[] = []): ReadMessages {
  return async (query) => {
    asked.push(query)
    if (query.after === undefined) return page(Math.max(1, last - 49), last)
    return page(query.after + 1, Math.min(last, query.after + 100), last)
  }
}

/**
 * A server that was restored to an earlier message. Other messages were written since, and have the numbers of the lost
 * ones.
 */
function restored(to: number, last: number): ReadMessages {
  return async (query) => {
    const { items, last_number } = await server(last)(query)
    const isNew = ({ number }: ChatMessage) => number > to
    return {
      items: items.map((one) => (isNew(one) ? { ...one, id: `new ${one.number}`, content: 'New' } : one)),
      last_number,
    }
  }
}

function page(from: number, to: number, last = to) {
  const items = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index))
  return { items, last_number: last }
}

function message(number: number): ChatMessage {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    conversation_id: '00000000-0000-4000-8000-000000000000',
    number,
    sender_id: '00000000-0000-4000-8000-000000000001',
    is_from_support: number % 2 === 0,
    sender_name: null,
    client_message_id: null,
    files: [],
    request_id: null,
    content: `Message ${number}`,
    created_at: '2026-11-21T08:00:00.000Z',
  }
}

function numbers({ messages }: MessageWindow): number[] {
  return messages.map(({ number }) => number)
}

function expectUnbroken(window: MessageWindow) {
  const first = firstShown(window)
  expect(numbers(window)).toEqual(window.messages.map((_, index) => first + index))
}
