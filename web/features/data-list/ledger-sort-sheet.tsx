import { ArrowUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ledgerColumns, ledgerSortText, nextLedgerSort, orderText, type LedgerSort } from './ledger-columns.ts'

interface LedgerSortSheetProps {
  sort: LedgerSort
  onSort: (sort: LedgerSort) => void
}

/** Chooses the order of the list on screens without a table header to click. */
export function LedgerSortSheet({ sort, onSort }: LedgerSortSheetProps) {
  const [isOpen, setIsOpen] = useState(false)
  const words = ledgerSortText(sort)
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)} className="min-w-0">
        <ArrowUpDown aria-hidden="true" />
        <span className="truncate">
          <span className="sr-only">{t('Sort, now')} </span>
          {words[0]?.toUpperCase() + words.slice(1)}
        </span>
      </Button>
      <Sheet open={isOpen} onOpenChange={setIsOpen} title={t('Sort')} className="w-full sm:w-[min(100%,440px)]">
        <div className="grid gap-5 p-5">
          <Choice
            legend={t('Sort by')}
            options={ledgerColumns.map((column) => ({ value: column.sort, label: column.name }))}
            value={sort.sort}
            onChoose={(value) => value !== sort.sort && onSort(nextLedgerSort(sort, value))}
          />
          <Choice
            legend={t('Order')}
            options={(['desc', 'asc'] as const).map((order) => ({ value: order, label: orderText(sort.sort, order) }))}
            value={sort.order}
            onChoose={(order) => onSort({ sort: sort.sort, order })}
          />
          <Button onClick={() => setIsOpen(false)}>{t('Show the list')}</Button>
        </div>
      </Sheet>
    </>
  )
}

interface ChoiceProps<T extends string> {
  legend: string
  options: readonly { value: T; label: string }[]
  value: T
  onChoose: (value: T) => void
}

function Choice<T extends string>({ legend, options, value, onChoose }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 items-center gap-3 border-b border-line first-letter:uppercase"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="size-5 flex-none appearance-none rounded-full border border-line-strong bg-surface checked:border-6 checked:border-brand"
          />
          <span className="first-letter:uppercase">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
