import { basename } from 'node:path'
import { brokenFilesOf } from './broken-files.ts'

/** The part of vitest's report that the table of the fault suite needs. */
export interface FaultReport {
  testResults: {
    /** The path of the file. */
    name: string
    /** A file is `failed` also without a failed test: if it could not be loaded, or what comes before or after its tests failed. */
    status: string
    /** The first line is the reason of such a failure. */
    message: string
    assertionResults: {
      title: string
      status: string
      duration?: number | null
      meta: { fault?: { promises: string; faults: string; figures: string } }
    }[]
  }[]
}

const words: Record<string, string> = { passed: 'held', failed: 'BROKEN' }

/**
 * Returns a table with a line for each scenario, for each further test that failed or was skipped, and for each file that failed by
 * itself, and a last line that counts all.
 */
export function describeFaults({ testResults }: FaultReport): string {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const shown = tests.filter(({ status, meta }) => meta.fault !== undefined || status !== 'passed')
  const brokenFiles = brokenFilesOf(testResults)
  const testRows = shown.map(({ title, status, duration, meta: { fault } }) => [
    fault?.promises ?? '',
    fault?.faults ?? '',
    `${((duration ?? 0) / 1000).toFixed(1)} s`,
    words[status] ?? status.toUpperCase(),
    title,
    fault?.figures ?? '',
  ])
  const fileRows = brokenFiles.map(({ name, message }) => [
    '',
    '',
    '',
    'BROKEN',
    `the file ${basename(name)}`,
    message.split('\n')[0] ?? '',
  ])
  const rows = [...testRows, ...fileRows]
  const header = ['promises', 'faults', 'time', 'result', 'scenario']
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)))
  const lines = [header, ...rows].map((row) => {
    const cells = row.slice(0, header.length).map((cell, column) => cell.padEnd(widths[column] ?? 0))
    const figures = row[header.length] ? `\n    ${row[header.length]}` : ''
    return cells.join('  ').trimEnd() + figures
  })
  const count = (status: string) => tests.filter((test) => test.status === status).length
  const others = tests.length - count('passed') - count('failed')
  const failed = count('failed') + brokenFiles.length
  const last = `${count('passed')} passed, ${failed} failed${others > 0 ? `, ${others} skipped` : ''}`
  return [...lines, '', last].join('\n')
}
