import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/debian')
const timeoutMs = 300_000

/**
 * Unpacks a package of Debian and what it needs into a folder, without installing it, so it needs no rights. Returns the folder,
 * `/` if the system has all of it, or undefined where there are no packages of Debian.
 */
export function unpackPackage(name: string): string | undefined {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, `.${name}-`))
  try {
    const options = findLists(name, draft)
    const packages = options && listMissing(name, options)
    if (!packages) return undefined
    if (packages.length === 0) return '/'
    console.log(`${name} of Debian is missing; unpacking it for the tests, with what it needs.`)
    run('apt-get', ['-qq', ...options, 'download', ...packages], draft)
    mkdirSync(join(draft, 'root'))
    for (const file of readdirSync(draft).filter((entry) => entry.endsWith('.deb')))
      run('dpkg-deb', ['-x', file, 'root'], draft)
    // Another test may have unpacked it meanwhile.
    if (!existsSync(folder)) renameSync(join(draft, 'root'), folder)
    return folder
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Returns the folders of the libraries in a folder of `unpackPackage`. Programs outside of the system find them by LD_LIBRARY_PATH. */
export function librariesIn(folder: string): string[] {
  const lib = join(folder, 'usr/lib')
  if (folder === '/' || !existsSync(lib)) return []
  return readdirSync(lib)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(lib, name))
}

/** Returns options for apt by which it knows the package: the lists of the system, or own ones that it fetches. */
function findLists(name: string, draft: string): string[] | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const asRoot = ['-o', 'APT::Sandbox::User=root', '-o', `Dir::Cache=${draft}`]
  if (listMissing(name, asRoot)) return asRoot
  mkdirSync(join(draft, 'lists/partial'), { recursive: true })
  const own = [...asRoot, '-o', `Dir::State::lists=${join(draft, 'lists')}`]
  return tryRun('apt-get', ['-qq', ...own, 'update'], draft) === undefined ? undefined : own
}

/** Lists packages that the system lacks, each with its version. Returns undefined if apt does not know the package. */
function listMissing(name: string, options: string[]): string[] | undefined {
  const plan = tryRun('apt-get', ['-qq', '-s', ...options, 'install', '--no-install-recommends', name], '/')
  if (plan === undefined) return undefined
  return [...plan.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(([, one, version]) => `${one}=${version}`)
}

function run(command: string, args: string[], cwd: string): void {
  if (tryRun(command, args, cwd) === undefined) throw new Error(`${command} ${args.join(' ')} failed`)
}

function tryRun(command: string, args: string[], cwd: string): string | undefined {
  const env = { ...process.env, LC_ALL: 'C' }
  const { status, stdout } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: timeoutMs })
  return status === 0 ? stdout : undefined
}
