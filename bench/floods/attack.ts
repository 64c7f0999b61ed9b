// Carries out one flood of floods.bench.ts against a running server: `attack.ts <orders as JSON>`. It prints the number of
// answers by their status, and stops after the seconds of its orders.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { createConnection } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attacker, Orders } from './orders.ts'

const orders = JSON.parse(process.argv[2] ?? '') as Orders
const { url, seconds, attackers } = orders
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const answers: Record<string, number> = {}
const endMs = performance.now() + seconds * 1000

// The bench measures the server. A lower priority keeps the attacker from taking the server's share of this machine.
setPriority(10)
if (orders.flood === 'sign-ins') await Promise.all(attackers.flatMap((one) => repeat(4, async () => signIn(one))))
if (orders.flood === 'money') await Promise.all(attackers.flatMap((one) => repeat(1, async () => submitAndCancel(one))))
if (orders.flood === 'downloads') {
  for (const one of attackers) for (let count = 0; count < 4; count += 1) readSlowly(one)
  await sleep(seconds * 1000)
}
console.log(JSON.stringify(answers))
process.exit()

/** Does the work over and over on so many connections, as fast as the server answers. */
function repeat(connections: number, work: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: connections }, async () => {
    while (performance.now() < endMs) await work()
  })
}

/** Signs in with the right password, on a browser that the account knows from the first time on. */
async function signIn(attacker: Attacker): Promise<void> {
  const body = { email: attacker.email, password: attacker.password, portal: 'member' }
  const headers = attacker.device ? { cookie: `device=${attacker.device}` } : {}
  const { cookies } = await send('/api/auth/sign-in', body, { ...headers, 'x-forwarded-for': attacker.from })
  const [, device] = /device=([^;]+)/.exec(cookies) ?? []
  if (device) attacker.device = device
}

async function submitAndCancel(attacker: Attacker): Promise<void> {
  const headers = { cookie: attacker.session, 'x-forwarded-for': attacker.from }
  const transfer = { recipient_member_id: attacker.recipient, amount_coins: 1000 }
  const { status, text } = await send('/api/transfer-requests', transfer, headers)
  if (status !== 200) return
  const { id } = JSON.parse(text) as { id: string }
  await send(`/api/requests/${id}/cancellation`, {}, headers)
}

/** Asks for a file, and takes a kilobyte of it each second. */
function readSlowly({ session, file }: Attacker): void {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  let isFirst = true
  socket.on('readable', () => {
    if (!isFirst) return
    isFirst = false
    note(/^HTTP\/1\.1 (\d+)/.exec(String(socket.read(100)))?.[1])
  })
  socket.on('error', () => {}).on('close', () => note('closed'))
  socket.write(`GET ${file} HTTP/1.1\r\nHost: x\r\nCookie: ${session}\r\n\r\n`)
  setInterval(() => void socket.read(1_000), 1_000).unref()
}

async function send(path: string, body: unknown, headers: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string; cookies: string }>()
  const all = { origin: url, 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers }
  const call = request(url + path, { method: 'POST', agent, headers: all }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.on('end', () => {
      note(String(response.statusCode))
      resolve({ status: response.statusCode ?? 0, text, cookies: String(response.headers['set-cookie'] ?? '') })
    })
  })
  call.on('error', () => {
    note('no answer')
    resolve({ status: 0, text: '', cookies: '' })
  })
  call.end(JSON.stringify(body))
  return promise
}

function note(answer = 'no answer'): void {
  answers[answer] = (answers[answer] ?? 0) + 1
}
