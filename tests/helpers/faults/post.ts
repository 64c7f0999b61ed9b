import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './callers.ts'

export interface Posted {
  status: number
  /** The id of the request in an accepted answer, or the code of a refusal. */
  id: string | undefined
  code: string | undefined
  ms: number
}

interface Post {
  path: string
  body?: object
  key?: string
}

const pauseMs = 20

/** Makes a money call once. */
export async function post(url: string, { cookie }: Caller, { path, body, key = randomUUID() }: Post): Promise<Posted> {
  const begun = performance.now()
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, cookie, 'idempotency-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { id, code } = (await response.json()) as { id?: string; code?: string }
  return { status: response.status, id, code, ms: performance.now() - begun }
}

/** Makes a money call, and repeats it under its key while the server is too busy to say what has come of it. */
export async function postUntilClear(url: string, caller: Caller, call: Post): Promise<Posted> {
  const named = { ...call, key: call.key ?? randomUUID() }
  for (;;) {
    const posted = await post(url, caller, named)
    if (posted.status !== 503) return posted
    await sleep(pauseMs)
  }
}

/** Returns the number of answers by status and code, such as "200: 5, 409 insufficient_funds: 95". */
export function describePosted(all: readonly Posted[]): string {
  const counts = new Map<string, number>()
  for (const posted of all) {
    const name = nameAnswer(posted)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => `${name}: ${count}`)
    .toSorted()
    .join(', ')
}

/** Returns the status of an answer, and the code of a refusal: "409 insufficient_funds". */
export function nameAnswer({ status, code }: Pick<Posted, 'status' | 'code'>): string {
  return code === undefined ? String(status) : `${status} ${code}`
}
