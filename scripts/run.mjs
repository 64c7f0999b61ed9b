// Runs a command of the project: `node scripts/run.mjs start`. It needs only Node 18 or newer. It installs missing
// packages, switches to the Node version that the project is written for, and hands over to scripts/<command>.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'start', ...args] = process.argv.slice(2)

const script = ['ts', 'mjs'].map((extension) => join(root, 'scripts', `${command}.${extension}`)).find(existsSync)
if (!script) fail(`There is no command "${command}".`)
await installDependencies()
handOver(findNode(), script)

/** Runs `npm ci` unless node_modules already matches package-lock.json. Only one process installs at a time. */
async function installDependencies() {
  if (isInstalled()) return
  const lock = join(root, '.installing')
  let isWaiting = false
  while (!takeLock(lock)) {
    if (!isWaiting) console.log('Another command is installing the dependencies; waiting for it.')
    isWaiting = true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  try {
    if (!isInstalled()) runNpmCi()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** npm writes this note at the end of an installation, so an interrupted installation has none. */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  return (
    present !== undefined &&
    Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === '' || (optional && !(path in present)) || present[path]?.version === version,
    )
  )
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch (error) {
    if (file === 'package-lock.json') fail(`package-lock.json cannot be read: ${error.message}`)
    return undefined
  }
}

function runNpmCi() {
  console.log('Installing the dependencies (npm ci). This can take a minute or two.')
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) return
  rmSync(join(root, '.installing'), { force: true })
  fail(
    `The dependencies could not be installed: npm ci ${error ? `failed (${error.message})` : `ended with ${status}`}.`,
  )
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`The dependencies cannot be installed here: ${error.message}`)
  }
  if (!isAlive(lock)) rmSync(lock, { force: true })
  return false
}

function isAlive(lock) {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Returns the Node that the dependencies include. Systems without one use their own Node, if it is new enough. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const bundled = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program)
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  fail(`Node.js 22.18 or newer is needed here, and this is ${process.versions.node}. Please install a newer one.`)
}

/**
 * Runs the script, passes signals on to it, and ends with its exit code. The channel tells the script when this process
 * is killed.
 */
function handOver(node, script) {
  // Compiled sources are kept for the next start, which then takes half the time.
  const kept = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const env = { ...(command === 'start' && kept), ...process.env, PATH: path }
  // Older Node versions call SQLite's file locks and TypeScript experimental. The version of this project has them as
  // stable features.
  const options = ['--disable-warning=ExperimentalWarning']
  const child = spawn(node, [...options, script, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // A terminal sends Ctrl-C to the whole group, so the child has received it already. A second one would mean "at
  // once".
  process.on('SIGINT', () => isatty(0) || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) stopWithParent(child)
  child.on('error', (error) => fail(`The command could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * npm runs this process in a shell. To stop it, npm ends only the shell, so this process watches for the shell's end.
 */
function stopWithParent(child) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
