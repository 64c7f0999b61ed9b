import { runDecisionStress } from '../tests/helpers/decision-stress.ts'
import { startServer } from '../tests/helpers/server.ts'
import { atMost, exactly, figure, type BenchRow } from './figures.ts'

const plan = { decisions: 10_000, kills: 3, heard: 20 }
const heardMaxMs = 1000

/** Tests that no decision is without its notice or its mail, or has two, while the server dies, and how fast a page hears of one. */
export const bench = {
  name: 'decisions',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const { decided, heardMs, seconds, ...outcome } = await runDecisionStress(server, plan)
      return {
        rows: [
          exactly('decided', decided, plan.decisions + plan.heard),
          exactly('killed servers', outcome.kills, plan.kills),
          exactly('lost notices', outcome.lost, 0),
          exactly('doubled notices', outcome.doubled, 0),
          exactly('lost mails', outcome.mailsLost, 0),
          figure('mails that arrived twice', outcome.mailsDoubled),
          atMost('from the decision to the open page of the member, slowest', Math.max(...heardMs), heardMaxMs, {
            unit: 'ms',
            digits: 0,
          }),
          figure('sent again for want of an answer', outcome.retries),
          figure('decisions per second, with the time the server was away', plan.decisions / seconds, { digits: 0 }),
        ],
      }
    } finally {
      await server.stop()
    }
  },
}
