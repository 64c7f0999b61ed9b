import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { postgresUser } from '../../server/platform/db/postgres-binaries.ts'
import { librariesIn, unpackPackage } from './debian-packages.ts'
import { findFreePort } from './server.ts'

const deploy = join(import.meta.dirname, '../../deploy')
/** The version of the manual. pgBackRest of the same Debian knows it. */
const version = '15'

/** The folders with PostgreSQL and pgBackRest, or undefined on a system without these packages of Debian. */
export const hostFolders = findFolders()

/** A host with PostgreSQL and pgBackRest of Debian, in a folder of this machine. */
export interface DebianHost {
  /** The addresses of the database for the login that owns it, and for the application. */
  ownerUrl: string
  appUrl: string
  /**
   * Runs a line of the manual in a shell, with the places of this host in place of those of a system, and returns what it printed. Throws
   * with it if the line fails.
   */
  run(line: string): Promise<string>
  /** Ends PostgreSQL at once, and destroys its files. */
  destroy(): void
  remove(): Promise<void>
}

interface Place {
  folder: string
  data: string
  port: number
  env: Record<string, string>
}

/** Makes the host, with a running PostgreSQL that has the two logins of ET. */
export async function makeDebianHost(folders: readonly string[]): Promise<DebianHost> {
  const place = await makePlace(folders)
  const run = async (line: string) => runLine(place, line)
  const { folder, data, port } = place
  await run(`initdb -D ${data} -U postgres -A trust -E UTF8 --locale=C --data-checksums`)
  await run('systemctl start postgresql')
  await run(`psql -qf ${folder}/deploy/create-logins.sql`)
  const url = (login: string, password = '') => `postgresql://${login}:${password}@127.0.0.1:${port}/et`
  return {
    ownerUrl: url('et_owner', place.env['OWNER_PASSWORD']),
    appUrl: url('et_login', place.env['LOGIN_PASSWORD']),
    run,
    destroy() {
      process.kill(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      for (const name of ['base', 'global', 'pg_wal']) rmSync(join(data, name), { recursive: true, maxRetries: 20 })
    },
    async remove() {
      await run('systemctl stop postgresql')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function findFolders(): string[] | undefined {
  const folders = ['pgbackrest', `postgresql-${version}`].map((name) => unpackPackage(name))
  return folders.every((folder) => folder !== undefined) ? folders : undefined
}

async function makePlace(folders: readonly string[]): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'et-host-'))
  const names = ['bin', 'etc/conf.d', 'socket', 'repository', 'lock', 'log', 'spool', 'postgresql']
  for (const name of names) mkdirSync(join(folder, name), { recursive: true })
  cpSync(deploy, join(folder, 'deploy'), { recursive: true })
  const data = join(folder, 'postgresql/main')
  const port = await findFreePort()
  writeConfiguration({ folder, data, port })
  for (const [name, script] of Object.entries(standIns(folder, data))) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  giveAway(folder)
  return { folder, data, port, env: environment({ folder, data, port }, folders) }
}

/** Debian keeps the settings of PostgreSQL beside its data. */
function writeConfiguration({ folder, data, port }: Omit<Place, 'env'>): void {
  const settings = {
    data_directory: data,
    hba_file: `${folder}/etc/pg_hba.conf`,
    ident_file: `${folder}/etc/pg_ident.conf`,
    unix_socket_directories: `${folder}/socket`,
    listen_addresses: '127.0.0.1',
    include_dir: 'conf.d',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  writeFileSync(join(folder, 'etc/postgresql.conf'), [...lines, `port = ${port}`, ''].join('\n'))
  writeFileSync(join(folder, 'etc/pg_hba.conf'), 'local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  writeFileSync(join(folder, 'etc/pg_ident.conf'), '')
}

/** Programs in place of those for which a test has no rights, or no system. */
function standIns(folder: string, data: string): Record<string, string> {
  const control = `pg_ctl -w -s -D ${data} -l ${folder}/log/postgresql.log -o "-c config_file=${folder}/etc/postgresql.conf"`
  return {
    'apt-get': 'exit 0',
    sudo: 'shift 2; exec "$@"',
    // The user of the test owns what it installs.
    install: 'folder=; [ "$1" = -d ] && folder=-d && shift; shift 2; exec /usr/bin/install $folder "$@"',
    systemctl: `[ "$1" = stop ] && { ${control} -m fast stop || true; exit; }; exec ${control} "$1" >/dev/null`,
  }
}

function environment({ folder, data, port }: Omit<Place, 'env'>, folders: readonly string[]): Record<string, string> {
  // The programs of PostgreSQL in usr/bin ask for files of an installed system.
  const bins = [`usr/lib/postgresql/${version}/bin`, 'usr/bin'].flatMap((bin) => folders.map((root) => join(root, bin)))
  return {
    PATH: [join(folder, 'bin'), ...bins, '/usr/bin', '/bin'].join(':'),
    LD_LIBRARY_PATH: folders.flatMap(librariesIn).join(':'),
    LC_ALL: 'C',
    PGHOST: join(folder, 'socket'),
    PGPORT: String(port),
    PGUSER: 'postgres',
    OWNER_PASSWORD: randomBytes(24).toString('hex'),
    LOGIN_PASSWORD: randomBytes(24).toString('hex'),
    // These places differ from those in the file of the manual.
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: join(folder, 'repository'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_LOG_PATH: join(folder, 'log'),
    PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: join(folder, 'socket'),
    PGBACKREST_PG1_USER: 'postgres',
  }
}

async function runLine({ folder, env }: Place, line: string): Promise<string> {
  const here = line
    .replaceAll('/etc/pgbackrest.conf', `${folder}/pgbackrest.conf`)
    .replaceAll(`/etc/postgresql/${version}/main`, `${folder}/etc`)
    .replaceAll(`/var/lib/postgresql/${version}`, `${folder}/postgresql`)
  const child = spawn('/bin/sh', ['-c', here], { ...postgresUser, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [printed, failed] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await ended) !== 0) throw new Error(`${line} failed:\n${printed}${failed}`)
  return printed.trim()
}

/** PostgreSQL refuses to run as root, so another user has the place where root runs the tests. */
function giveAway(folder: string): void {
  chmodSync(folder, 0o755)
  if (!postgresUser) return
  const { uid, gid } = postgresUser
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), uid, gid)
}
