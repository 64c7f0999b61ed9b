import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { isDecimal } from '../../../contract/money.ts'

/** A table to save, read page by page. */
export interface CsvFile<Row> {
  /** What the file is called; the day and the ending are added. */
  name: string
  columns: readonly CsvColumn<Row>[]
  pages: AsyncIterable<readonly Row[]>
}

export interface CsvColumn<Row> {
  header: string
  /** Null is an empty cell. */
  read: (row: Row) => string | null
}

/**
 * Answers with a table as a file. Only a page of it is in memory at a time: the next one is read when the client has taken
 * the last, and no more once it has gone away. What fails before the first page is answered as any failure; later the
 * connection breaks, so that half a file is not taken for the whole.
 */
export async function sendCsv<Row>(reply: FastifyReply, { name, columns, pages }: CsvFile<Row>): Promise<FastifyReply> {
  const day = new Date().toISOString().slice(0, 10)
  const isHead = reply.request.method === 'HEAD'
  const chunks = writeChunks(columns, pages)
  const first = isHead ? undefined : await chunks.next()
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(first === undefined ? '' : Readable.from(join(first, chunks), { objectMode: false }))
}

/** Spreadsheets read a file as UTF-8 when it begins with this. */
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
    // The client may go away while the first page is on its way.
    await rest.return(undefined)
  }
}

// A lone line feed or carriage return within a cell is quoted only where the option says so.
function writeRecords(records: (string | null)[][]): string {
  return stringify(records, {
    record_delimiter: '\r\n',
    escape_formulas: true,
    quote_record_delimiter: true,
    cast: { string: writeText },
  })
}

/**
 * A spreadsheet must run nothing that a person has typed. The library marks cells that begin as formulas do; this adds
 * those that some programs take for one after skipping blanks, and lets a negative number be one.
 */
function writeText(text: string) {
  if (text.startsWith('-') && isDecimal(text)) return { value: text, escape_formulas: false }
  return /^\s+[=+\-@]|^\n/.test(text) ? `'${text}` : text
}
