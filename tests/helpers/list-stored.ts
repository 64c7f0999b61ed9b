import type { Files, ListedFile } from '../../server/platform/files/files.ts'

/** Lists the files of all users with an id above this one. */
export async function listStored(files: Pick<Files, 'list'>, after = ''): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const page of files.list(after)) listed.push(...page)
  return listed
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
