import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { measureFiles } from './floods/files.ts'
import { measureMoneyLoop } from './floods/money-loop.ts'
import { measureSignIns } from './floods/sign-ins.ts'
import type { BenchRow } from './figures.ts'

/**
 * Measures three floods by people with accounts of their own: sign-ins, slow downloads with large pictures, and a loop of
 * submits and cancels. Each has its own server.
 */
export const bench = {
  name: 'floods',
  async run(): Promise<{ rows: BenchRow[] }> {
    const rows: BenchRow[] = []
    const chosen = process.env['FLOODS'] ?? 'sign-ins,files,money'
    if (chosen.includes('sign-ins')) rows.push(...(await onServer(measureSignIns)))
    if (chosen.includes('files')) rows.push(...(await onServer(measureFiles)))
    if (chosen.includes('money')) rows.push(...(await onServer(measureMoneyLoop)))
    return { rows }
  },
}

async function onServer(measure: (server: TestServer) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const server = await startServer({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } })
  try {
    return await measure(server)
  } finally {
    await server.stop()
  }
}
