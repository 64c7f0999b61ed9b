import { runChatStress } from '../tests/helpers/chat-stress.ts'
import { startServer } from '../tests/helpers/server.ts'
import { exactly, figure, quantile, type BenchRow } from './figures.ts'

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
      return {
        rows: [
          exactly('messages stored', stored, plan.messages),
          exactly('lost', outcome.lost, 0),
          exactly('doubled', outcome.doubled, 0),
          exactly('out of order', outcome.misplaced, 0),
          exactly('unread counts are off by', outcome.miscounted, 0),
          exactly('broken streams', outcome.cuts, plan.cuts),
          exactly('killed servers', outcome.kills, plan.kills),
          figure('sent again for want of an answer', outcome.retries),
          figure('messages per second, with the time the server was away', stored / seconds, { digits: 0 }),
          figure('from sending to a listening reader: median', quantile(deliveryMs, 0.5), { unit: 'ms', digits: 0 }),
          figure('from sending to a listening reader: p99', quantile(deliveryMs, 0.99), { unit: 'ms', digits: 0 }),
        ],
      }
    } finally {
      await server.stop()
    }
  },
}
