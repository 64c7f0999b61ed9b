import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { writePrivateFile } from '../db/durable-file.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import { segmentNumber, timelineOf } from './log-names.ts'
import { listNames, openVault, removeFile, type Vault } from './vault.ts'

/** Everything that a backup holds, and the part of PostgreSQL's log that it needs. */
export const manifestSchema = z.object({
  id: z.string(),
  systemIdentifier: z.string(),
  postgresVersion: z.string(),
  startLsn: z.string(),
  stopLsn: z.string(),
  segmentBytes: z.number(),
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), size: z.number() })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A finished backup. Its id names the moment from which on it can be restored, and the first piece of the log. */
export interface BackupId {
  id: string
  finishedAt: Date
  startSegment: string
}

const idPattern = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.([0-9A-F]{24})$/
const draftPrefix = '.draft-'

export const baseFolder = (folder: string) => join(folder, 'base')
export const logFolder = (folder: string) => join(folder, 'log')
const statePath = (folder: string) => join(folder, 'log-state.json')

export function makeId(finishedAt: Date, startSegment: string): string {
  return `${finishedAt.toISOString().replaceAll(':', '-')}.${startSegment}`
}

/** Lists the finished backups of a folder, the oldest first. */
export async function listBackups(folder: string): Promise<BackupId[]> {
  const names = await readdir(baseFolder(folder)).catch((): string[] => [])
  return names.toSorted().flatMap((id) => {
    const [, day, hour, minute, rest, startSegment = ''] = idPattern.exec(id) ?? []
    return day ? [{ id, finishedAt: new Date(`${day}${hour}:${minute}:${rest}`), startSegment }] : []
  })
}

/**
 * Refuses a backup if the disk has less room than the newest one takes. A backup that fills the disk would stop the copy of the log, and
 * PostgreSQL too if its data is on the same disk.
 */
export async function assertRoom(folder: string): Promise<void> {
  const newest = (await listBackups(folder)).at(-1)
  if (!newest) return
  const root = join(baseFolder(folder), newest.id)
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  let needed = 0
  for (const file of files) if (file.isFile()) needed += (await stat(join(file.parentPath, file.name))).size
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return
  const [free, wanted] = [bavail * bsize, needed].map((bytes) => Math.ceil(bytes / 1_000_000))
  throw new StartRefusal(`${folder} has ${free} MB of room, and a backup takes about ${wanted} MB.`, {
    cause: Object.assign(new Error('The disk is full'), { code: 'ENOSPC' }),
  })
}

/** Makes a folder for a backup under way. Nothing takes it for a finished one. */
export async function openDraft(folder: string, key: string | undefined): Promise<Vault> {
  await mkdir(baseFolder(folder), { recursive: true, mode: 0o700 })
  return openVault(await mkdtemp(join(baseFolder(folder), draftPrefix)), key)
}

/** Opens a finished backup. */
export function openBackup(folder: string, id: string, key: string | undefined): Vault {
  return openVault(join(baseFolder(folder), id), key)
}

export async function writeManifest(vault: Vault, manifest: Manifest): Promise<void> {
  await vault.write('manifest.json', Readable.from([Buffer.from(JSON.stringify(manifest))]))
}

export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const draft = await mkdtemp(join(tmpdir(), 'et-manifest-'))
  try {
    await vault.read('manifest.json', join(draft, 'manifest.json'))
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(draft, 'manifest.json'), 'utf8')))
    if (manifest.id !== id) throw new StartRefusal(`The backup ${id} holds the list of another backup, ${manifest.id}.`)
    return manifest
  } finally {
    await rm(draft, { recursive: true })
  }
}

const stateSchema = z.object({
  systemIdentifier: z.string(),
  keyId: z.string(),
  keptUntil: z.string(),
  lsn: z.string(),
})

/** The moment until which the log is kept, with the database that it belongs to and the key that encrypts it. */
export type LogState = z.infer<typeof stateSchema>

export async function readLogState(folder: string): Promise<LogState | undefined> {
  const text = await readFile(statePath(folder), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : stateSchema.parse(JSON.parse(text))
}

export function writeLogState(folder: string, state: LogState): void {
  writePrivateFile(statePath(folder), `${JSON.stringify(state)}\n`)
}

/** Refuses to mix the logs of two databases or two keys, as a restore needs all of a log. */
export async function assertSameLog(folder: string, next: Pick<LogState, 'systemIdentifier' | 'keyId'>): Promise<void> {
  const state = await readLogState(folder)
  if (!state) return
  if (state.systemIdentifier !== next.systemIdentifier) {
    throw new StartRefusal(`${folder} holds backups of another database. Name an empty folder.`)
  }
  if (state.keyId !== next.keyId) {
    throw new StartRefusal(`${folder} was begun with another BACKUP_KEY, or without one. Name an empty folder.`)
  }
}

/** Removes what backups that were cut short have left. No backup may be under way in this folder. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(baseFolder(folder)).catch((): string[] => [])) {
    if (name.startsWith(draftPrefix)) await rm(join(baseFolder(folder), name), { recursive: true, force: true })
  }
}

/**
 * Removes the oldest backups beyond the number to keep, and the log that comes before all kept ones. The oldest of them may begin later in
 * the log than another one: a database that was restored goes back in its log, and a clock that was wrong makes a backup look old.
 */
export async function prune(folder: string, keep: number): Promise<void> {
  const backups = await listBackups(folder)
  const surplus = backups.slice(0, Math.max(0, backups.length - keep))
  for (const { id } of surplus) {
    // A backup that is only half removed must not look finished.
    const doomed = join(baseFolder(folder), `${draftPrefix}${id}`)
    await rename(join(baseFolder(folder), id), doomed)
  }
  await removeDrafts(folder)
  const starts = backups.slice(surplus.length).map(({ startSegment }) => segmentNumber(startSegment))
  const [first] = starts.toSorted()
  const names = await listNames(logFolder(folder))
  for (const name of names) {
    const isOld = first !== undefined && timelineOf(name) && segmentNumber(name) < first
    const isOverwritten = name.endsWith('.partial') && names.includes(name.replace('.partial', ''))
    if (isOld || isOverwritten) await removeFile(logFolder(folder), name)
  }
}
