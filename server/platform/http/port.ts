import { createServer } from 'node:net'
import { StartRefusal } from '../db/start-refusal.ts'

/** The settings that choose an address. */
const usualNames = { port: 'PORT', host: 'HOST' }

/** Refuses the start if the server cannot listen on the address, before anything else is created. */
export async function assertPortFree(port: number, host: string, names = usualNames): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve)).catch(
    (error: unknown) => throwListenError(error, port, host, names),
  )
  await new Promise((resolve) => probe.close(resolve))
}

/** Throws the reason why the server cannot listen on an address, in terms of the settings that choose it. */
export function throwListenError(error: unknown, port: number, host: string, names = usualNames): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop that one, or set ${names.port} to another port.`,
    EACCES: `Port ${port} may not be used by this user. Set ${names.port} to another port, above 1023.`,
    EADDRNOTAVAIL: `${names.host}: ${host} is not an address of this machine.`,
    ENOTFOUND: `${names.host}: ${host} is not known.`,
  }
  const reason = typeof code === 'string' ? reasons[code] : undefined
  if (!reason) throw error
  throw new StartRefusal(reason, { cause: error })
}
