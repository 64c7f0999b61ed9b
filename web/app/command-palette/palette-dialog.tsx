import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { searchLengthMax } from '../../../contract/endpoints/search.ts'
import { t, tn } from '../../../contract/translate.ts'
import { parseSearch } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { scrimStyles } from '../../ui/dialog-parts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ScrollLock } from '../../ui/scroll-lock.tsx'
import { chooseTheme } from '../../ui/theme.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { Command, PalettePage } from './palette-commands.ts'
import { PaletteList } from './palette-list.tsx'
import { setPaletteOpen, takeEarlyText, useIsPaletteOpen } from './palette-open.ts'
import { useCommands } from './use-commands.ts'

/** Finds pages, members and requests by the typed text, and opens them. The focus always stays in the field. */
export function PaletteDialog({ pages }: { pages: readonly PalettePage[] }) {
  const isOpen = useIsPaletteOpen()
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Primitive.Root open={isOpen} onOpenChange={setPaletteOpen}>
      <Primitive.Portal>
        <Primitive.Content
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            // Radix would select the letters that were typed before, and the next one would replace them.
            event.preventDefault()
            field.current?.focus()
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          aria-describedby={undefined}
          data-palette
          className={cn(
            'fixed inset-x-0 top-[max(0.5rem,min(12vh,6rem))] z-50 mx-auto flex max-h-[min(34rem,calc(100dvh-1rem))] w-[min(40rem,calc(100%-1rem))] flex-col',
            'overflow-hidden rounded-3 bg-raised focus-visible:outline-none data-[state=open]:animate-fade-in',
            scrimStyles,
          )}
        >
          <ScrollLock />
          <Primitive.Title className="sr-only">{t('Search everything')}</Primitive.Title>
          <Palette pages={pages} field={field} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface PaletteProps {
  pages: readonly PalettePage[]
  field: RefObject<HTMLInputElement | null>
}

function Palette({ pages, field }: PaletteProps) {
  const [text, setText] = useState(takeEarlyText)
  const [activeId, setActiveId] = useState<string | null>(null)
  const listId = useId()
  const { commands, isSearching, hasFailed, retry } = useCommands(text, pages)
  const run = useRun()
  const active = commands.find(({ id }) => id === activeId) ?? commands[0]

  const press = (event: KeyboardEvent) => {
    // While a word is being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const at = active ? commands.indexOf(active) : -1
      setActiveId(commands.at((at + step) % commands.length)?.id ?? null)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      run(active)
    }
  }
  const write = (next: string) => {
    setText(next)
    setActiveId(null)
  }

  return (
    <>
      <PaletteField
        ref={field}
        text={text}
        onWrite={write}
        onKeyDown={press}
        listId={listId}
        isExpanded={commands.length > 0}
        activeId={active && optionId(listId, active)}
      />
      <PaletteList
        id={listId}
        commands={commands}
        active={active}
        optionId={(command) => optionId(listId, command)}
        onPoint={(command) => setActiveId(command.id)}
        onChoose={run}
      />
      <div className="flex flex-none items-center justify-between gap-3 border-t border-line px-4 py-2 text-sm text-ink-2">
        <p role="status">{statusText({ commands, isSearching, hasFailed })}</p>
        {hasFailed && (
          <Button variant="ghost" size="sm" onClick={retry}>
            {t('Retry')}
          </Button>
        )}
      </div>
    </>
  )
}

interface PaletteFieldProps {
  ref: RefObject<HTMLInputElement | null>
  text: string
  onWrite: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  listId: string
  isExpanded: boolean
  /** The id of the line that Enter chooses. */
  activeId: string | undefined
}

function PaletteField({ ref, text, onWrite, onKeyDown, listId, isExpanded, activeId }: PaletteFieldProps) {
  return (
    <div className="flex flex-none items-center gap-3 border-b border-line px-4">
      <Search aria-hidden="true" size={20} className="flex-none text-ink-3" />
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label={t('Search pages, members and requests')}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-activedescendant={activeId}
        onKeyDown={onKeyDown}
        placeholder={t('Page, member, request or hash')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={searchLengthMax}
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        className="h-14 min-w-0 flex-1 bg-transparent placeholder:text-ink-3 focus-visible:outline-none"
      />
      <kbd className="flex-none rounded-1 border border-line px-1.5 text-2xs text-ink-3 max-sm:hidden">Esc</kbd>
      <Primitive.Close asChild>
        <IconButton label={t('Close')} size="sm" className="-me-2 sm:hidden">
          <X aria-hidden="true" />
        </IconButton>
      </Primitive.Close>
    </div>
  )
}

interface Found {
  commands: readonly Command[]
  isSearching: boolean
  hasFailed: boolean
}

function statusText({ commands, isSearching, hasFailed }: Found): string {
  const count = commands.filter(({ isRest }) => !isRest).length
  if (isSearching) return t('Searching…')
  if (hasFailed) return t('Members and requests could not be searched.')
  if (count === 0) return t('Nothing found.')
  if (count < commands.length) return t('The first {count} results', { count })
  return tn('{count} result', '{count} results', count)
}

function optionId(listId: string, { id }: Command): string {
  return `${listId}${id.replaceAll(/\W+/g, '-')}`
}

function useRun() {
  const navigate = useNavigate()
  return ({ target }: Command) => {
    setPaletteOpen(false)
    if ('theme' in target) return chooseTheme(target.theme)
    const url = new URL(target.href, location.origin)
    // The paths come from lists that do not know the routes, so the router's own type does not fit.
    void navigate({ to: url.pathname, search: parseSearch(url.search) } as unknown as Parameters<typeof navigate>[0])
  }
}
