import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

let project: string

beforeEach(() => {
  // A project with local folders as its dependencies, so that installing them needs no network.
  project = mkdtempSync(join(tmpdir(), 'et-run-'))
  mkdirSync(join(project, 'scripts'))
  cpSync(join(import.meta.dirname, '../scripts/run.mjs'), join(project, 'scripts/run.mjs'))
  writePackage('left')
  write('scripts/hello.mjs', "console.log('hello', ...process.argv.slice(2)); process.exitCode = 7")
})
afterEach(() => rmSync(project, { recursive: true }))

test('a bare clone installs its dependencies, says so, and then runs the command', async () => {
  const first = await run('hello', 'a b', '--flag')
  expect(first).toMatchObject({ code: 7 })
  expect(first.output).toMatch(/^Installing the dependencies \(npm ci\)/)
  expect(first.output).toContain('hello a b --flag\n')
  expect(await run('hello')).toEqual({ code: 7, output: 'hello\n' })
})

test('dependencies older than the lockfile are installed anew', async () => {
  await run('hello')
  writePackage('left', 'right')
  const { output } = await run('hello')
  expect(output).toContain('Installing the dependencies')
  expect(existsSync(join(project, 'node_modules/right/package.json'))).toBe(true)
  expect(await run('hello')).toEqual({ code: 7, output: 'hello\n' })
})

test('a failed installation ends in one clear line, and the command does not run', async () => {
  const description = { name: 'project', version: '1.0.0', dependencies: { gone: 'file:gone.tgz' } }
  const packages = { '': description, 'node_modules/gone': { version: '1.0.0', resolved: 'file:gone.tgz' } }
  write('package.json', JSON.stringify(description))
  write('package-lock.json', JSON.stringify({ ...description, lockfileVersion: 3, requires: true, packages }))
  const { code, output } = await run('hello')
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n').at(-1)).toMatch(
    /^The dependencies could not be installed: npm ci ended with \d+\.$/,
  )
  expect(existsSync(join(project, '.installing'))).toBe(false)
})

test('two commands at once install once', async () => {
  const runs = await Promise.all([run('hello'), run('hello')])
  expect(runs.map(({ code }) => code)).toEqual([7, 7])
  const outputs = runs.map(({ output }) => output).toSorted()
  expect(outputs.filter((output) => output.includes('Installing the dependencies'))).toHaveLength(1)
})

test('a killed installation does not prevent the next one', async () => {
  write('.installing', '999999999')
  expect(await run('hello')).toMatchObject({ code: 7 })
})

test('an unknown command is reported in one clear line', async () => {
  expect(await run('nothing')).toEqual({ code: 1, output: 'There is no command "nothing".\n' })
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s reaches the command, and its exit code is passed on',
  async (signal) => {
    write(
      'scripts/wait.mjs',
      `process.on('${signal}', () => process.exit(3)); setInterval(() => {}, 1000); console.log('ready')`,
    )
    await run('hello')
    const child = start(['wait'])
    await once(child.stdout ?? child, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([3, null])
  },
)

test('a command that is ended by a signal has the exit code of a shell', async () => {
  write('scripts/die.mjs', "process.kill(process.pid, 'SIGKILL')")
  await run('hello')
  expect(await run('die')).toMatchObject({ code: 137 })
})

test('the command ends when the wrapper is killed', async () => {
  write('scripts/wait.mjs', "process.on('disconnect', () => process.exit(0)); console.log('ready')")
  await run('hello')
  const child = start(['wait'])
  const output = child.stdout ?? child
  await once(output, 'data')
  child.kill('SIGKILL')
  // The command holds the other end of the output, so a closed output proves the command's end.
  await once(output, 'close')
})

test('the command is stopped when npm stops the shell around it', async () => {
  write(
    'scripts/wait.mjs',
    "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log('ready')",
  )
  await run('hello')
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/run.mjs wait; true`], {
    cwd: project,
    env: { PATH: process.env['PATH'], npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  await once(shell.stdout, 'close')
})

test('the command runs on the Node that came with the dependencies', async () => {
  await run('hello')
  const bin = join(project, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(bin, { recursive: true })
  write(`node_modules/node-${process.platform}-${process.arch}/bin/node`, '#!/bin/sh\necho "this one: $*"')
  chmodSync(join(bin, 'node'), 0o755)
  expect((await run('hello', 'you')).output).toBe(
    `this one: --disable-warning=ExperimentalWarning ${join(project, 'scripts/hello.mjs')} you\n`,
  )
})

function start(args: string[]): ChildProcess {
  const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } }
  return spawn(process.execPath, [join(project, 'scripts/run.mjs'), ...args], options)
}

async function run(...args: string[]): Promise<{ code: unknown; output: string }> {
  const child = start(args)
  const [exit, out, err] = await Promise.all([
    once(child, 'exit') as Promise<unknown[]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { code: exit[0], output: out + err }
}

function writePackage(...folders: string[]): void {
  for (const name of folders) write(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }))
  const dependencies = Object.fromEntries(folders.map((name) => [name, `file:${name}`]))
  const description = { name: 'project', version: '1.0.0', dependencies }
  const entries = folders.flatMap((name) => [
    [name, { version: '1.0.0' }],
    [`node_modules/${name}`, { resolved: name, link: true }],
  ])
  const packages = Object.fromEntries([['', description], ...entries]) as object
  write('package.json', JSON.stringify(description))
  write('package-lock.json', JSON.stringify({ ...description, lockfileVersion: 3, requires: true, packages }))
}

function write(name: string, content: string): void {
  mkdirSync(join(project, name, '..'), { recursive: true })
  writeFileSync(join(project, name), content)
}
