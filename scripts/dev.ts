import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// The server restarts and the browser reloads on every change. Developers open Vite's address, which forwards calls of
// the API.
const root = join(import.meta.dirname, '..')
const webPort = '5173'
const children = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts']),
  run(['node_modules/vite/bin/vite.js', '--port', webPort, '--strictPort']),
]
const exits = children.map((child) => once(child, 'exit'))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop)
await Promise.race(exits)
stop()
await Promise.all(exits)
process.exit()

function run(args: string[]) {
  // One process is enough here, and a debugger finds it.
  const env = { PUBLIC_URL: `http://localhost:${webPort}`, WORKERS: '1', ...process.env }
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}
