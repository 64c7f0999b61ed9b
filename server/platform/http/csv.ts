import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDecimal } from '../../../contract/money.ts'

/** A table for download, read page by page. */
export interface CsvFile<Row> {
  /** The file's name, without the day and the ending. */
  name: string
  columns: readonly CsvColumn<Row>[]
  pages: AsyncIterable<readonly Row[]>
}

export interface CsvColumn<Row> {
  header: string
  /** Returns null for an empty cell. */
  read: (row: Row) => string | null
}

/**
 * Answers with a table as a file. Only one page is in memory: the next is read when the client has taken the last, and
 * none after the client has gone or the reader's session has ended. A failure before the first page is answered as usual. A later one breaks the
 * connection, so that half a file is not taken for a whole one.
 */
export async function sendCsv<Row>(reply: FastifyReply, { name, columns, pages }: CsvFile<Row>): Promise<FastifyReply> {
  const day = new Date().toISOString().slice(0, 10)
  const isHead = reply.request.method === 'HEAD'
  const chunks = writeChunks(columns, endWithSession(pages, reply.request))
  const first = isHead ? undefined : await chunks.next()
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(first === undefined ? '' : Readable.from(join(first, chunks), { objectMode: false }))
}

/** Checks the reader again before each further page, because a file may take minutes. */
async function* endWithSession<Row>(pages: CsvFile<Row>['pages'], { checkCaller }: FastifyRequest) {
  let isFirst = true
  for await (const page of pages) {
    if (!isFirst) await checkCaller?.()
    isFirst = false
    yield page
  }
}

/** Spreadsheets read a file as UTF-8 if it begins with this mark. */
const byteOrderMark = '\u{FEFF}'

async function* writeChunks<Row>(columns: CsvFile<Row>['columns'], pages: CsvFile<Row>['pages']) {
  let start = byteOrderMark + writeRecords([columns.map(({ header }) => header)])
  for await (const rows of pages) {
    yield start + writeRecords(rows.map((row) => columns.map(({ read }) => read(row))))
    start = ''
  }
  if (start !== '') yield start
}

async function* join(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  try {
    if (first.done) return
    yield first.value
    yield* rest
  } finally {
    // The client may go away while the first page is being sent.
    await rest.return(undefined)
  }
}

// The library quotes a cell with a lone line feed or carriage return only with `quote_record_delimiter`.
function writeRecords(records: (string | null)[][]): string {
  return stringify(records, {
    record_delimiter: '\r\n',
    escape_formulas: true,
    quote_record_delimiter: true,
    cast: { string: writeText },
  })
}

/**
 * Keeps spreadsheets from running text that a person typed. The library marks cells that begin like formulas. This
 * function also marks those that some programs read as formulas after skipping blanks. It leaves negative numbers
 * unmarked.
 */
function writeText(text: string) {
  if (text.startsWith('-') && isDecimal(text)) return { value: text, escape_formulas: false }
  return /^\s+[=+\-@]|^\n/.test(text) ? `'${text}` : text
}
