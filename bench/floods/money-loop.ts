import { setTimeout as sleep } from 'node:timers/promises'
import { createAdmin, createBuyer } from '../../tests/helpers/api.ts'
import type { TestServer } from '../../tests/helpers/server.ts'
import { atMost, figure, quantile, type BenchRow } from '../figures.ts'
import { createCallers, measureCalls } from '../measure-calls.ts'
import { addUp, armed, startFlood } from './orders.ts'

const rounds = 4
const sceneSeconds = 6
const hourSeconds = 3_600
/** One more call gets through in so many seconds, after those at once (contract/limits.ts). */
const refillSeconds = 120
const bars = { callsAnHour: 60, slowdown: 1.5 }

/** One member submits transfers and cancels them without a pause, while others make calls. */
export async function measureMoneyLoop(server: TestServer): Promise<BenchRow[]> {
  const admin = await createAdmin(server)
  const [greedy, others] = [await createBuyer(admin), await createCallers(server)]
  const attackers = [armed(greedy, '203.0.113.1', { recipient: others[0]?.memberId ?? '' })]
  const [calm, during]: [number[], number[]] = [[], []]
  const answers: Record<string, number>[] = []
  await measureCalls(others, 2)
  const start = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    calm.push(...(await measureCalls(others, sceneSeconds)))
    const flood = startFlood({ flood: 'money', url: server.url, seconds: sceneSeconds + 2, attackers })
    await sleep(1_000)
    during.push(...(await measureCalls(others, sceneSeconds)))
    answers.push(await flood)
  }
  const seconds = (performance.now() - start) / 1000
  const sum = addUp(answers)
  const through = sum['200'] ?? 0
  const inAnHour = through + Math.floor((hourSeconds - seconds) / refillSeconds)
  const ratio = quantile(during, 0.99) / quantile(calm, 0.99)
  return [
    atMost(
      `calls of the loop that get through in an hour (${through} in ${seconds.toFixed(0)} s, then one in two minutes)`,
      inAnHour,
      bars.callsAnHour,
    ),
    atMost('p99 of other calls during a loop of submits and cancels ÷ without', ratio, bars.slowdown, { digits: 2 }),
    figure(
      'p99 of other calls in ms: without, during',
      `${quantile(calm, 0.99).toFixed(1)} ${quantile(during, 0.99).toFixed(1)}`,
    ),
    figure('calls of the loop, by answer', JSON.stringify(sum)),
  ]
}
