import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unpackPackage } from './debian-packages.ts'
import { findFreePort } from './server.ts'

/** Caddy of Debian with deploy/Caddyfile as it is, on free ports of this machine. */
export interface Caddy {
  httpUrl: string
  httpsUrl: string
  /** Returns the certificate of the authority that signed the one of the site. */
  readAuthority(): string
  stop(): Promise<void>
}

interface Settings {
  /** The value of DOMAIN: a name, or an address with http alone. */
  domain: 'localhost' | 'http://localhost'
  /** The ports of the servers behind it, the first one first. */
  ports: number[]
}

const caddyfile = join(import.meta.dirname, '../../deploy/Caddyfile')
const startMs = 30_000

/** The folder with the program, or undefined on a system without packages of Debian. */
export const caddyFolder = unpackPackage('caddy')

/** Starts the proxy. It returns once the proxy listens, so the first call waits for a server, not for the proxy. */
export async function startCaddy({ domain, ports }: Settings): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'et-caddy-'))
  const [http, https] = [await findFreePort(), await findFreePort()]
  // The usual ports may be taken, and the system is not to trust an authority of a test.
  const place = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\nimport ${caddyfile}\n`
  writeFileSync(join(folder, 'Caddyfile'), place)
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    DOMAIN: domain,
    SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const program = join(caddyFolder ?? '/', 'usr/bin/caddy')
  const child = spawn(program, ['run', '--config', join(folder, 'Caddyfile')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const killToo = () => child.kill('SIGKILL')
  process.once('exit', killToo)
  const giveUpAt = Date.now() + startMs
  while (!(await isListening(domain === 'localhost' ? https : http))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`Caddy did not start:\n${printed}`)
    await sleep(20)
  }
  return {
    httpUrl: `http://localhost:${http}`,
    httpsUrl: `https://localhost:${https}`,
    readAuthority: () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
    async stop() {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
      process.off('exit', killToo)
      rmSync(folder, { recursive: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
