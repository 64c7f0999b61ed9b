import { setTimeout as sleep } from 'node:timers/promises'
import { createMember, type Person } from '../../tests/helpers/api.ts'
import { password } from '../../tests/helpers/screens.ts'
import type { TestServer } from '../../tests/helpers/server.ts'
import { atMost, figure, quantile, type BenchRow } from '../figures.ts'
import { createCallers, measureCalls } from '../measure-calls.ts'
import { addUp, armed, startFlood } from './orders.ts'

const rounds = 4
const sceneSeconds = 6
const accounts = 8
const bars = { signInMs: 2_000, slowdown: 2 }

/** Eight accounts on two addresses sign in as fast as they can, while a member signs in and others make calls. */
export async function measureSignIns(server: TestServer): Promise<BenchRow[]> {
  const [member, others] = [await createMember(server), await createCallers(server)]
  const people = await createPeople(server, accounts)
  const attackers = people.map((person, at) => armed(person, `203.0.113.${1 + (at % 2)}`))
  const device = await learnDevice(member)
  const [calm, during, signInsMs]: [number[], number[], number[]] = [[], [], []]
  const answers: Record<string, number>[] = []
  await measureCalls(others, 2)
  for (let round = 0; round < rounds; round += 1) {
    calm.push(...(await measureCalls(others, sceneSeconds)))
    const flood = startFlood({ flood: 'sign-ins', url: server.url, seconds: sceneSeconds + 2, attackers })
    await sleep(1_000)
    const [calls, signIns] = await Promise.all([measureCalls(others, sceneSeconds), signInEverySecond(member, device)])
    during.push(...calls)
    signInsMs.push(...signIns)
    answers.push(await flood)
    await sleep(1_000)
  }
  const ratio = quantile(during, 0.99) / quantile(calm, 0.99)
  return [
    atMost(
      `slowest of ${signInsMs.length} sign-ins on a known browser during the flood`,
      Math.max(...signInsMs),
      bars.signInMs,
      { unit: 'ms', digits: 0 },
    ),
    atMost('p99 of other calls during 8 accounts that sign in ÷ without', ratio, bars.slowdown, { digits: 2 }),
    figure(
      'p99 of other calls in ms: without, during',
      `${quantile(calm, 0.99).toFixed(1)} ${quantile(during, 0.99).toFixed(1)}`,
    ),
    figure('sign-ins of the flood, by answer', JSON.stringify(addUp(answers))),
  ]
}

export async function createPeople(server: TestServer, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let made = 0; made < count; made += 1) people.push(await createMember(server))
  return people
}

/** A member signs in on the same browser, at most once a second. Returns how long each sign-in took. */
async function signInEverySecond(member: Person, device: string): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + sceneSeconds * 1000
  while (performance.now() < endMs) {
    const { ms } = await signIn(member, device)
    times.push(ms)
    await sleep(Math.max(0, 1_000 - ms))
  }
  return times
}

async function learnDevice(member: Person): Promise<string> {
  const { answer } = await signIn(member)
  const [, device = ''] = /device=([^;]+)/.exec(answer.headers.getSetCookie().join(' ')) ?? []
  return device
}

async function signIn({ server, email }: Person, device?: string): Promise<{ answer: Response; ms: number }> {
  const start = performance.now()
  const answer = await fetch(`${server.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: {
      origin: server.url,
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.100.1',
      ...(device && { cookie: `device=${device}` }),
    },
    body: JSON.stringify({ email, password, portal: 'member' }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`a sign-in on a known browser answered ${answer.status} ${text}`)
  return { answer, ms: performance.now() - start }
}
