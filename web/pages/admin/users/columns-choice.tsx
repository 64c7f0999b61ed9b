import { Columns3 } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { columnNames, userColumns, useUserColumns } from './columns.ts'

const choices = userColumns.filter((column) => column !== 'name')

/** Chooses the columns of the table beside the name. The CSV file always has all of them. */
export function ColumnsChoice() {
  const { columns, isUsual, turn, reset } = useUserColumns()
  return (
    <Popover
      label={t('Columns')}
      align="end"
      className="grid w-60 gap-2"
      trigger={
        <Button variant="ghost" size="sm">
          <Columns3 aria-hidden="true" />
          {t('Columns')}
        </Button>
      }
    >
      {choices.map((column) => (
        <Checkbox key={column} checked={columns.includes(column)} onChange={() => turn(column)}>
          {columnNames[column]}
        </Checkbox>
      ))}
      <Button variant="quiet" size="sm" aria-disabled={isUsual} onClick={reset} className="mt-1 justify-self-start">
        {t('Show the usual columns')}
      </Button>
    </Popover>
  )
}
