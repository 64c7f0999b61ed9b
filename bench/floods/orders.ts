import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Person } from '../../tests/helpers/api.ts'
import { password } from '../../tests/helpers/screens.ts'

export interface Attacker {
  email: string
  password: string
  /** The address that the calls come from. */
  from: string
  /** The Cookie header of a signed-in browser. */
  session: string
  device?: string
  /** The path of a stored file. */
  file?: string
  /** The member id of the other side of a transfer. */
  recipient?: string
}

export interface Orders {
  flood: 'sign-ins' | 'downloads' | 'money'
  url: string
  seconds: number
  attackers: Attacker[]
}

export function armed({ email, session }: Person, from: string, more: Partial<Attacker> = {}): Attacker {
  return { email, password, from, session: `${session.name}=${session.value}`, ...more }
}

/** Starts a flood in a process of its own. Resolves to the number of answers by their status. */
export async function startFlood(orders: Orders): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, 'attack.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(orders)])
  return JSON.parse(stdout) as Record<string, number>
}

/** Adds up the answers of several floods. */
export function addUp(all: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const answers of all) for (const [name, count] of Object.entries(answers)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
