import { isIPv4 } from 'node:net'

/** True for a host or address that only programs on the same machine reach: localhost, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/, '')
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** True if the server listens, and is addressed, on its own machine alone. No other machine can then call it. */
export function isOnOneMachine({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
}
