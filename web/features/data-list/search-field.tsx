import { Search } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../contract/translate.ts'
import { useLetterKeys } from '../../lib/letter-keys.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

interface SearchFieldProps {
  placeholder: string
  search: string | undefined
  onSearch: (search: string | undefined) => void
}

/**
 * The search of a list. The key "/" moves the focus to it from anywhere on the page, unless letter keys are turned off.
 */
export function SearchField({ placeholder, search = '', onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isOn } = useLetterKeys()
  const { text, write, askNow } = useTypedText({ applied: search, apply: (next) => onSearch(next || undefined) })
  useKeys((event) => {
    if (!isOn || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
    event.preventDefault()
    input.current?.focus()
    input.current?.select()
  })

  return (
    <form role="search" onSubmit={askNow} className="min-w-0 flex-1 basis-56">
      <Field
        label={t('Search')}
        aside={
          isOn && (
            <kbd
              aria-hidden="true"
              className="rounded-1 border border-line px-1.5 text-xs text-ink-3 pointer-coarse:hidden"
            >
              /
            </kbd>
          )
        }
      >
        <TextInput
          ref={input}
          type="search"
          lead={<Search aria-hidden="true" size={18} />}
          aria-keyshortcuts={isOn ? '/' : undefined}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      </Field>
    </form>
  )
}

/** True if the person is typing, or if a dialog covers the list. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || document.querySelector('[role=dialog], [role=alertdialog]')) return true
  return target.matches('input:not([type=radio], [type=checkbox], [type=range], [type=button]), textarea, select')
}
