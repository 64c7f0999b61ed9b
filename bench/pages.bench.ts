import { logIn, type Person } from '../tests/helpers/api.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, type BenchRow } from './figures.ts'
import { medianOf, visitPage, type Measure } from './visit-page.ts'

/** The pages to measure, each with the role that opens it and the lowest score that it may have. */
const pages: { path: string; who?: 'Administrator' | 'Member'; bar: number }[] = [
  { path: '/login', bar: 95 },
  { path: '/dashboard', who: 'Member', bar: 95 },
  { path: '/dashboard/buy', who: 'Member', bar: 92 },
  { path: '/admin', who: 'Administrator', bar: 92 },
  { path: '/admin/users', who: 'Administrator', bar: 90 },
  { path: '/admin/deposit-approvals', who: 'Administrator', bar: 90 },
]
const maxShift = 0.01

/**
 * Measures with Lighthouse the pages that people open first. It uses a phone with a slow line and a slow processor, and
 * the demonstration with its 200 members. `PAGES=/admin,/login` before the command measures only these pages.
 */
export const bench = {
  name: 'pages',
  async run(): Promise<{ rows: BenchRow[] }> {
    const wanted = process.env['PAGES']?.split(',')
    const server = await startServer({ args: ['--demo'] })
    try {
      const rows: BenchRow[] = []
      for (const { path, who, bar } of pages) {
        if (wanted && !wanted.includes(path)) continue
        const person = who && (await enterAs(server, who))
        rows.push(...(await judge(server.url + path, bar, person?.session)))
      }
      return { rows }
    } finally {
      await server.stop()
    }
  },
}

async function judge(url: string, bar: number, session: Person['session'] | undefined): Promise<BenchRow[]> {
  const visits = await visitPage(url, { categories: ['performance'], ...(session && { session }) })
  const { pathname } = new URL(url)
  const of = (measure: Measure) => medianOf(visits, ({ measures }) => measures[measure])
  const ms = (measure: Measure) => `${Math.round(of(measure))} ms`
  const scores = visits.map(({ scores: { performance = 0 } }) => performance)
  const score = medianOf(visits, ({ scores: { performance = 0 } }) => performance)
  const shift = of('cumulative-layout-shift')
  const figures = [
    `FCP ${ms('first-contentful-paint')}`,
    `LCP ${ms('largest-contentful-paint')}`,
    `TBT ${ms('total-blocking-time')}`,
    `SI ${ms('speed-index')}`,
    `machine ${medianOf(visits, ({ machineSpeed }) => machineSpeed)}`,
  ]
  return [
    atLeast(`${pathname} on a phone: performance, median of ${scores.join(', ')} (${figures.join(', ')})`, score, bar),
    atMost(`${pathname} on a phone: layout shift`, shift, maxShift, { digits: 3 }),
  ]
}

/** The demonstration prints an address and a password for each role. */
async function enterAs(server: TestServer, who: 'Administrator' | 'Member'): Promise<Person> {
  const [, email = '', password = ''] =
    new RegExp(`^${who}: (\\S+) with password (\\S+)`, 'm').exec(server.output()) ?? []
  return logIn(server, { name: who, email, password, portal: who === 'Member' ? 'member' : 'admin' })
}
