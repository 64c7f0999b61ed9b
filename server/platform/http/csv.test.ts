import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import compress from '@fastify/compress'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../db/refusal.ts'
import { sendCsv } from './csv.ts'
import { replyError } from './reply-error.ts'

type Row = { text: string | null; amount: string }
const columns = [
  { header: 'Text', read: ({ text }: Row) => text },
  { header: 'Amount', read: ({ amount }: Row) => amount },
]
const pageBytes = 64 * 1024
const pagesInAll = 2_000

let app: FastifyInstance
/** The pages that the route under test reads. */
let pages: () => AsyncGenerator<Row[]>
beforeEach(async () => {
  app = fastify()
  app.setErrorHandler(replyError)
  await app.register(compress)
  app.get('/table', (_request, reply) => sendCsv(reply, { name: 'table', columns, pages: pages() }))
})
afterEach(async () => app.close())

async function* onePage(rows: Row[]) {
  yield rows
}

async function write(...rows: [text: string | null, amount?: string][]): Promise<string[]> {
  pages = () => onePage(rows.map(([text, amount = '1']) => ({ text, amount })))
  const { payload } = await app.inject('/table')
  return payload.slice(payload.indexOf('\r\n') + 2).split('\r\n')
}

describe('a table as a file', () => {
  test('is UTF-8 for spreadsheets, with a name and the day', async () => {
    pages = () => onePage([{ text: 'Zoë, "the first"', amount: '1000.5' }])
    const { headers, payload, rawPayload } = await app.inject('/table')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="table-\d{4}-\d\d-\d\d\.csv"$/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(payload.slice(1)).toBe('Text,Amount\r\n"Zoë, ""the first""",1000.5\r\n')
  })

  test('with no rows still has its head', async () => {
    pages = () => onePage([])
    expect((await app.inject('/table')).payload.slice(1)).toBe('Text,Amount\r\n')
  })

  test('runs no formula: a text that begins like a formula is marked as text', async () => {
    const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '＝1+1']
    for (const formula of formulas) expect(await write([formula])).toEqual([`'${formula},1`, ''])
    expect(await write(['=HYPERLINK("https://example.org")'])).toEqual([`"'=HYPERLINK(""https://example.org"")",1`, ''])
    expect((await write(['\r=1'])).join('\r\n')).toBe(`"'\r=1",1\r\n`)
    expect((await write(['\n=1'])).join('\r\n')).toBe(`"'\n=1",1\r\n`)
    expect((await write(['two\nlines']))[0]).toBe('"two\nlines",1')
  })

  test('keeps amounts as numbers, even below zero, and leaves missing values empty', async () => {
    expect(await write([null, '-1000.25'], ['-', '0'], ['', '1'])).toEqual([',-1000.25', "'-,0", ',1', ''])
  })
})

describe('a long table', () => {
  let read = 0
  let isOver = false
  beforeEach(() => {
    read = 0
    isOver = false
    pages = manyPages
  })

  async function* manyPages() {
    try {
      while (read < pagesInAll) {
        await sleep(0)
        read += 1
        yield [{ text: 'x'.repeat(pageBytes), amount: '1' }]
      }
    } finally {
      isOver = true
    }
  }

  /** Asks for the table as a client that does not read the answer. */
  async function askAndWait() {
    const { port } = new URL(await app.listen({ port: 0 }))
    const socket = connect(Number(port), 'localhost')
    socket.pause()
    socket.write('GET /table HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return socket
  }

  test('is read no faster than the client takes it, and no further once the client has gone', async () => {
    const socket = await askAndWait()
    await expect.poll(() => read).toBeGreaterThan(1)
    let seen = -1
    // Reading stops when all buffers between server and client are full.
    while (seen !== read) {
      seen = read
      await sleep(300)
    }
    expect(read).toBeLessThan(pagesInAll / 4)
    socket.destroy()
    await expect.poll(() => isOver).toBe(true)
    expect(read).toBeLessThan(pagesInAll / 4)
  })

  test('is not read for a HEAD request', async () => {
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url: '/table' })
    expect([statusCode, headers['content-type'], read]).toEqual([200, 'text/csv; charset=utf-8', 0])
  })

  test('ends when the session of its reader has ended', async () => {
    app.addHook('onRequest', async (request) => {
      request.checkCaller = async () => {
        if (read >= 4) throw new Refusal('not_signed_in')
      }
    })
    const url = await app.listen({ port: 0 })
    const answer = await fetch(`${url}/table`)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect([read, isOver]).toEqual([4, true])
  })

  test('that fails before its first page is refused like any call', async () => {
    pages = async function* () {
      yield await Promise.reject(new Refusal('not_found'))
    }
    const { statusCode, headers, body } = await app.inject('/table')
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(headers['content-disposition']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  })

  test.each(['identity', 'gzip'])(
    'that fails later breaks off, so that it is not mistaken for a complete one (%s)',
    async (coding) => {
      pages = async function* () {
        yield [{ text: 'first', amount: '1' }]
        await sleep(20)
        throw new Error('the database went away')
      }
      const url = `${await app.listen({ port: 0 })}/table`
      const response = await fetch(url, { headers: { 'accept-encoding': coding } })
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow('terminated')
    },
  )
})
