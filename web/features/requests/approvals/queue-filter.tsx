import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import { TextInput } from '../../../ui/text-input.tsx'

interface QueueFilterProps {
  /** What the queue is narrowed down to now. */
  search: string
  onSearch: (search: string) => void
  /** What the narrowing has led to, read out when it is there. */
  found: string | undefined
}

/** Long enough for a word to be typed. */
const typingMs = 250

/** Narrows the queue down on the server, as most of a long one is not here. */
export function QueueFilter({ search, onSearch, found }: QueueFilterProps) {
  const [{ text, asked, seen }, setTyped] = useState({ text: search, asked: search, seen: search })
  // The answer to what was asked leaves the field alone; a link, such as one to another request, has led elsewhere.
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
