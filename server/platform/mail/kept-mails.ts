import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

export interface KeptMail {
  /** The file's name without its ending. */
  id: string
  to: string
  subject: string
  date: string
  text: string
}

const ending = '.eml'
const listLength = 50
const idForm = /^[\w-]+$/

/** Opens the mails that were kept in a folder instead of sent. */
export function openKeptMails(folder: string) {
  return { list: async () => listMails(folder), read: async (id: string) => readMail(folder, id) }
}

/** Lists the newest mails first. */
async function listMails(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .toReversed()
    .slice(0, listLength)
  const mails = await Promise.all(newest.map((name) => readMail(folder, name.slice(0, -ending.length))))
  return mails.filter((mail) => mail !== undefined)
}

async function readMail(folder: string, id: string): Promise<KeptMail | undefined> {
  if (!idForm.test(id)) return undefined
  const bytes = await readFile(join(folder, id + ending)).catch(() => undefined)
  if (!bytes) return undefined
  const { to, subject = '', date = '', text = '' } = await PostalMime.parse(bytes)
  return { id, to: (to ?? []).map(({ address = '' }) => address).join(', '), subject, date, text }
}
