import type { Files, ListedFile } from '../../server/platform/files/files.ts'
import type { TestDatabase } from './database.ts'

/** Lists the files of all users with an id above this one. */
export async function listStored(files: Pick<Files, 'list'>, after = ''): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const page of files.list(after)) listed.push(...page)
  return listed
}

/** Lets the rows of removed files be gone for so many more days. */
export async function letRowsBeGone({ owner }: TestDatabase, days: number): Promise<void> {
  await owner.query('update removed_files set removed_at = removed_at - make_interval(days => $1)', [days])
}

/** Returns the same files, so many days older. */
export function makeOlder(files: Files, days: number): Files {
  return {
    ...files,
    async *list(after) {
      for await (const page of files.list(after))
        yield page.map((file) => ({ ...file, changedMs: file.changedMs - days * 86_400_000 }))
    },
  }
}
