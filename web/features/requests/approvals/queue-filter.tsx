import { Search } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../../contract/translate.ts'
import { TextInput } from '../../../ui/text-input.tsx'
import { useTypedText } from '../../../lib/use-typed-text.ts'

interface QueueFilterProps {
  /** The search that the queue uses now. */
  search: string
  onSearch: (search: string) => void
  /** The result of the search, which screen readers read out. */
  found: string | undefined
}

/** Searches the queue on the server, as most of a long queue is not loaded. */
export function QueueFilter({ search, onSearch, found }: QueueFilterProps) {
  const { text, write } = useTypedText({ applied: search, apply: onSearch })
  const id = useId()
  return (
    <search className="block p-3">
      <label htmlFor={id} className="sr-only">
        {t('Search the queue')}
      </label>
      <TextInput
        id={id}
        type="search"
        lead={<Search aria-hidden="true" size={18} />}
        placeholder={t('Name, email, member ID or number')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <p role="status" className="mt-1.5 px-1 text-sm text-ink-3 empty:hidden">
        {found}
      </p>
    </search>
  )
}
