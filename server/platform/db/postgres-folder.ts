import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { renameDurably } from './durable-file.ts'
import { postgresUser } from './postgres-binaries.ts'
import { spawnAsPostgresUser } from './postgres-spawn.ts'
import { StartRefusal } from './start-refusal.ts'

const majorVersion = '18'
const draftPrefix = 'postgres.new-'

/**
 * Creates the database folder under another name and renames it when complete, so a killed start leaves no partial
 * folder.
 */
export async function initialiseFolder(bin: string, folder: string, superuserPassword: string): Promise<void> {
  const dataDir = dirname(folder)
  removeDrafts(dataDir)
  const draft = mkdtempSync(join(dataDir, draftPrefix))
  const cluster = join(draft, 'cluster')
  const passwordFile = join(draft, 'password')
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600 })
  giveToPostgresUser(cluster)
  giveToPostgresUser(passwordFile)
  await runInitdb(bin, cluster, passwordFile)
  renameDurably(cluster, folder)
  removeDrafts(dataDir)
}

/** Refuses a folder of another major version of PostgreSQL, because this one cannot read its files. */
export function assertFolderVersion(folder: string): void {
  const versionFile = join(folder, 'PG_VERSION')
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'none'
  if (found === majorVersion) return
  throw new StartRefusal(`${folder} holds PostgreSQL files of version ${found}, this one reads ${majorVersion}.`)
}

async function runInitdb(bin: string, cluster: string, passwordFile: string): Promise<void> {
  const initdb = spawnAsPostgresUser({
    program: join(bin, 'initdb'),
    paths: [cluster, passwordFile],
    args: ([clusterName, passwordName]) => [
      `--pgdata=${clusterName}`,
      `--pwfile=${passwordName}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ],
    output: 'pipe',
  })
  const exit = new Promise<number | null>((resolve, reject) => initdb.once('error', reject).once('close', resolve))
  const errors = initdb.stderr ? text(initdb.stderr) : ''
  initdb.stdout?.resume()
  if ((await exit) === 0) return
  const reason = (await errors).split('\n').find((line) => line.includes('error:')) ?? (await errors).trim()
  throw new StartRefusal(`The database folder could not be made: ${reason}`)
}

function giveToPostgresUser(path: string): void {
  if (postgresUser) chownSync(path, postgresUser.uid, postgresUser.gid)
}

function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(draftPrefix)) continue
    // The initdb of a start that was just killed may still write into the folder for a moment.
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
