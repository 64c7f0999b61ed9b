import { runChatStress } from '../tests/helpers/chat-stress.ts'
import { startServer } from '../tests/helpers/server.ts'
import { quantile, type BenchRow } from './figures.ts'

const plan = { messages: 10_000, cuts: 20, kills: 3, absenceMs: 60_000 }

/**
 * Tests that the chat neither loses nor doubles a message. Eight writers, members and administrators, share five
 * conversations. Meanwhile the readers' streams are broken, one reader is away for a minute, and the server is killed
 * and started again on the same data.
 */
export const bench = {
  name: 'chat',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const { stored, deliveryMs, seconds, ...outcome } = await runChatStress(server, plan)
      const none = (name: string, count: number): BenchRow => ({
        name,
        value: String(count),
        bar: '= 0',
        pass: count === 0,
      })
      const figure = (name: string, value: string): BenchRow => ({ name, value, pass: true })
      return {
        rows: [
          { name: 'messages stored', value: String(stored), bar: `= ${plan.messages}`, pass: stored === plan.messages },
          none('lost', outcome.lost),
          none('doubled', outcome.doubled),
          none('out of order', outcome.misplaced),
          none('unread counts are off by', outcome.miscounted),
          {
            name: 'broken streams',
            value: String(outcome.cuts),
            bar: `= ${plan.cuts}`,
            pass: outcome.cuts === plan.cuts,
          },
          {
            name: 'killed servers',
            value: String(outcome.kills),
            bar: `= ${plan.kills}`,
            pass: outcome.kills === plan.kills,
          },
          figure('sent again for want of an answer', String(outcome.retries)),
          figure('messages per second, with the time the server was away', (stored / seconds).toFixed(0)),
          figure('from sending to a listening reader: median in ms', quantile(deliveryMs, 0.5).toFixed(0)),
          figure('from sending to a listening reader: p99 in ms', quantile(deliveryMs, 0.99).toFixed(0)),
        ],
      }
    } finally {
      await server.stop()
    }
  },
}
