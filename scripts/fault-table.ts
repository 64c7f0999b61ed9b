/** The part of vitest's report that the table of the fault suite needs. */
export interface FaultReport {
  testResults: {
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
 * Returns a table with a line for each scenario, for each further test that failed or was skipped, and a last line that counts all.
 */
export function describeFaults({ testResults }: FaultReport): string {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const shown = tests.filter(({ status, meta }) => meta.fault !== undefined || status !== 'passed')
  const rows = shown.map(({ title, status, duration, meta: { fault } }) => [
    fault?.promises ?? '',
    fault?.faults ?? '',
    `${((duration ?? 0) / 1000).toFixed(1)} s`,
    words[status] ?? status.toUpperCase(),
    title,
    fault?.figures ?? '',
  ])
  const header = ['promises', 'faults', 'time', 'result', 'scenario']
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)))
  const lines = [header, ...rows].map((row) => {
    const cells = row.slice(0, header.length).map((cell, column) => cell.padEnd(widths[column] ?? 0))
    const figures = row[header.length] ? `\n    ${row[header.length]}` : ''
    return cells.join('  ').trimEnd() + figures
  })
  const count = (status: string) => tests.filter((test) => test.status === status).length
  const others = tests.length - count('passed') - count('failed')
  const last = `${count('passed')} passed, ${count('failed')} failed${others > 0 ? `, ${others} skipped` : ''}`
  return [...lines, '', last].join('\n')
}
