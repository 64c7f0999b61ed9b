import { spawn } from 'node:child_process'
import { join } from 'node:path'

// The server restarts and the browser reloads on every change. People open Vite's address, which passes on the API.
const root = join(import.meta.dirname, '..')
const webUrl = 'http://localhost:5173'
const children = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts']),
  run(['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort']),
]

function run(args: string[]) {
  const env = { PUBLIC_URL: webUrl, ...process.env }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('exit', () => stop())
  return child
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop)
