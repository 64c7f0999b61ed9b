import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../../contract/translate.ts'
import { listSearchMax } from '../../../../contract/list-criteria.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

/** A search over all members, and a switch to the unread conversations. `/` moves the focus to the search. */
export function MemberFilters() {
  const { search = '', unread } = useSearch({ from: '/admin/chat' })
  const navigate = useNavigate({ from: '/admin/chat' })
  const { text, write, askNow } = useTypedText({
    applied: search,
    apply: (next) =>
      void navigate({
        search: (before) => ({ ...before, search: next || undefined }),
        // Keeps the state of the history entry, such as the list that lies behind it.
        state: (before) => before,
        replace: true,
        resetScroll: false,
      }),
  })
  const box = useRef<HTMLInputElement>(null)
  const { isOn } = useLetterKeys()
  useKeys((event) => {
    if (!isOn || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    box.current?.focus()
  })
  const showUnread = (isUnread: boolean) =>
    void navigate({
      search: (before) => ({ ...before, unread: isUnread ? 'true' : undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <form role="search" onSubmit={askNow} className="grid flex-none gap-3 p-3">
      <TextInput
        ref={box}
        type="search"
        aria-label={t('Search members')}
        aria-keyshortcuts={isOn ? '/' : undefined}
        lead={<Search aria-hidden="true" size={18} />}
        placeholder={t('Name, email or member ID')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={listSearchMax}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {!search && (
        <div role="group" aria-label={t('Which conversations')} className="grid grid-cols-2 gap-2">
          {[false, true].map((isUnread) => (
            <Button
              key={String(isUnread)}
              size="sm"
              variant={isUnread === (unread !== undefined) ? 'ghost' : 'quiet'}
              aria-pressed={isUnread === (unread !== undefined)}
              onClick={() => showUnread(isUnread)}
            >
              {isUnread ? t('Unread') : t('All')}
            </Button>
          ))}
        </div>
      )}
    </form>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
