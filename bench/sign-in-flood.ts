// Attempts a fixed number of sign-ins a second without waiting for the answers: `sign-in-flood.ts <url> <perSecond>
// <seconds> <scene>`.
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const [url = '', perSecond = '0', seconds = '0', scene = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const answers: Record<string, number> = {}
const underWay = new Set<Promise<void>>()

// The bench measures the server. A lower priority keeps the attacker from taking the server's share of this machine.
setPriority(10)
const start = performance.now()
for (let sent = 0; sent < Number(perSecond) * Number(seconds); sent += 1) {
  const dueMs = start + (sent / Number(perSecond)) * 1000
  if (dueMs > performance.now()) await sleep(dueMs - performance.now())
  const attempt = attack(sent).then((answer) => {
    answers[answer] = (answers[answer] ?? 0) + 1
    underWay.delete(attempt)
  })
  underWay.add(attempt)
}
await Promise.all(underWay)
console.log(JSON.stringify(answers))
process.exit()

async function attack(number: number): Promise<string> {
  const anybody = `${Math.floor(Math.random() * 2 ** 32).toString(16)}-${number}@example.org`
  const from =
    scene === 'one' ? '203.0.113.66' : `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
  const { promise, resolve } = Promise.withResolvers<string>()
  const headers = { origin: url, 'content-type': 'application/json', 'x-forwarded-for': from }
  const call = request(`${url}/api/auth/sign-in`, { method: 'POST', agent, headers }, (response) => {
    response.resume().on('end', () => resolve(String(response.statusCode)))
  })
  call.on('error', () => resolve('no answer'))
  call.end(JSON.stringify({ email: anybody, password: 'not the password', portal: 'member' }))
  return promise
}
