import { t } from '../../../../contract/translate.ts'
import { userSorts } from '../../../../contract/endpoints/users.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import { sortNames } from './sort.ts'

/** The columns in the order of the table. The name is always shown, as it identifies the row. */
export const userColumns = [...userSorts, 'contact'] as const
export type UserColumn = (typeof userColumns)[number]

export const columnNames: Record<UserColumn, string> = { ...sortNames, contact: t('Contact number') }

const usualColumns: readonly UserColumn[] = userSorts

/** Returns the columns of the users' table, as last chosen in this browser. */
export function useUserColumns() {
  const stored = useStoredText('user-columns')
  const columns = columnsOf(stored.text)
  const keep = (next: readonly UserColumn[]) => stored.keep(next.join(' '))
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
