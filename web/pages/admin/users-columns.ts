import { useSyncExternalStore } from 'react'
import { t } from '../../../contract/translate.ts'
import { userSorts } from '../../../contract/users.ts'
import { sortNames } from './users-sort.ts'

/** In the order of the table. The name is always there: it says whose row it is. */
export const userColumns = [...userSorts, 'contact'] as const
export type UserColumn = (typeof userColumns)[number]

export const columnNames: Record<UserColumn, string> = { ...sortNames, contact: t('Contact number') }

const usualColumns: readonly UserColumn[] = userSorts
const storageName = 'user-columns'
const listeners = new Set<() => void>()
let kept: string | null | undefined

/** Which columns the list of people has, as this browser was told last. */
export function useUserColumns() {
  const stored = useSyncExternalStore(subscribe, readStored)
  const columns = columnsOf(stored)
  const keep = (next: readonly UserColumn[]) => {
    kept = next.join(' ')
    try {
      localStorage.setItem(storageName, kept)
    } catch {
      // A browser that keeps nothing has the choice for as long as the page is open.
    }
    for (const notify of listeners) notify()
  }
  return {
    columns,
    isUsual: columns.join(' ') === usualColumns.join(' '),
    turn: (column: UserColumn) =>
      keep(userColumns.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one)))),
    reset: () => keep(usualColumns),
  }
}

function columnsOf(stored: string | null): readonly UserColumn[] {
  if (stored === null) return usualColumns
  const chosen = stored.split(' ')
  return userColumns.filter((column) => column === 'name' || chosen.includes(column))
}

function readStored(): string | null {
  if (kept !== undefined) return kept
  try {
    kept = localStorage.getItem(storageName)
  } catch {
    kept = null
  }
  return kept
}

function subscribe(listener: () => void): () => void {
  // Another tab has chosen.
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== storageName) return
    kept = newValue
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}
