import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { isDecimal } from '../../../contract/money.ts'
import { sendDownload } from './download.ts'

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

/** Answers with a table as a file. Only one page is in memory, and no half file is taken for a whole one. */
export async function sendCsv<Row>(reply: FastifyReply, { name, columns, pages }: CsvFile<Row>): Promise<FastifyReply> {
  return sendDownload(reply, { name, ending: 'csv', type: 'text/csv', chunks: writeChunks(columns, pages) })
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
