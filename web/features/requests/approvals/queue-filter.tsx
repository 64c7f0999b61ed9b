import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import { TextInput } from '../../../ui/text-input.tsx'

interface QueueFilterProps {
  /** The search that the queue uses now. */
  search: string
  onSearch: (search: string) => void
  /** The result of the search, which screen readers read out. */
  found: string | undefined
}

/** Long enough for a word to be typed. */
const typingMs = 250

/** Searches the queue on the server, as most of a long queue is not loaded. */
export function QueueFilter({ search, onSearch, found }: QueueFilterProps) {
  const [{ text, asked, seen }, setTyped] = useState({ text: search, asked: search, seen: search })
  // A new search from this field leaves its text alone. A search from elsewhere, such as a link, replaces the text.
  if (seen !== search) setTyped({ text: asked === search ? text : search, asked: search, seen: search })
  const id = useId()
  const ask = useEffectEvent(() => {
    const meant = text.trim()
    if (meant === asked) return
    setTyped((before) => ({ ...before, asked: meant }))
    onSearch(meant)
  })
  useEffect(() => {
    const timer = setTimeout(() => ask(), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="block border-b border-line p-3">
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
        onChange={({ target }) => setTyped((before) => ({ ...before, text: target.value }))}
      />
      <p role="status" className="mt-1.5 px-1 text-sm text-ink-3 empty:hidden">
        {found}
      </p>
    </search>
  )
}
