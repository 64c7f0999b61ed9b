import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefusal } from '../db/start-refusal.ts'
import { listBackups, logFolder, type Manifest, openBackup, readManifest } from './backup-folder.ts'
import type { BackupTarget } from './base-backup.ts'
import { parseHistory, parseLsn, timelineOf } from './log-names.ts'
import { listNames, openVault } from './vault.ts'

/**
 * Returns the newest backup that was finished at the moment, and from which the log leads on. A database that was restored
 * has left the log of its former life, so backups that were made after that place do not lead to its present.
 */
export async function chooseBackup(
  { folder, key }: BackupTarget,
  to: Date | undefined,
): Promise<Manifest & { startSegment: string }> {
  const backups = await listBackups(folder)
  if (backups.length === 0) throw new StartRefusal(`${folder} holds no finished backup.`)
  const early = backups.filter(({ finishedAt }) => to === undefined || finishedAt <= to)
  const { timeline, left } = await readTimelines(folder, key)
  for (const { id, startSegment } of early.toReversed()) {
    const manifest = await readManifest(openBackup(folder, id, key), id)
    const own = timelineOf(startSegment) ?? 0
    const place = left.get(own)
    if (own === timeline || (place !== undefined && parseLsn(manifest.stopLsn) <= place))
      return { ...manifest, startSegment }
  }
  const first = backups[0]?.finishedAt.toISOString()
  throw new StartRefusal(`No backup leads to ${to?.toISOString() ?? 'the newest state'}: the first one is of ${first}.`)
}

/** Returns the newest timeline of the log, and the place at which each earlier one was left on the way to it. */
async function readTimelines(folder: string, key: string | undefined) {
  const names = await listNames(logFolder(folder))
  const timeline = Math.max(0, ...names.flatMap((name) => timelineOf(name) ?? []))
  const history = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
  if (!names.includes(history)) return { timeline, left: new Map<number, bigint>() }
  const draft = await mkdtemp(join(tmpdir(), 'et-history-'))
  try {
    await openVault(folder, key).read(`log/${history}`, join(draft, history))
    return { timeline, left: parseHistory(await readFile(join(draft, history), 'utf8')) }
  } finally {
    await rm(draft, { recursive: true })
  }
}
