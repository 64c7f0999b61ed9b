import { useEffect } from 'react'
import { t, tn } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { optionId, type SlashReplies } from './use-slash-replies.ts'

interface SlashListProps {
  replies: SlashReplies
  /** Opens the dialog of the replies; undefined where none can open, and their page opens beside. */
  onManage?: (() => void) | undefined
}

/** The list of saved replies above the box. It shows while a message begins with a slash. */
export function SlashList({ replies: { read, items, matches, index, listId, choose }, onManage }: SlashListProps) {
  useEffect(() => {
    document.getElementById(optionId(listId, index))?.scrollIntoView({ block: 'nearest' })
  }, [listId, index])
  return (
    <div
      data-slash-list
      className="absolute inset-x-3 bottom-full z-10 mb-2 flex max-h-72 flex-col overflow-hidden rounded-3 border border-line bg-surface shadow-2"
    >
      <ReadProblem reads={[read]} className="m-2" />
      {matches.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('Saved replies')} className="min-h-0 overflow-y-auto">
          {matches.map((reply, at) => (
            <button
              key={reply.id}
              type="button"
              tabIndex={-1}
              id={optionId(listId, at)}
              role="option"
              aria-selected={at === index}
              // The box keeps the focus, and with it the keys.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(reply)}
              className={cn(
                'block w-full cursor-pointer px-4 py-2 text-start hover:bg-sunken',
                at === index && 'bg-brand-soft',
              )}
            >
              <span className="block truncate font-semibold">{reply.title}</span>
              <span className={cn('block truncate text-sm', at === index ? 'text-ink-2' : 'text-ink-3')}>
                {reply.content}
              </span>
            </button>
          ))}
        </div>
      )}
      <div className="flex flex-none items-center justify-between gap-3 border-t border-line py-1 ps-4 pe-1 text-sm text-ink-3">
        <p role="status">{read.data && countText(items.length, matches.length)}</p>
        {onManage ? (
          <Button size="sm" variant="quiet" onClick={onManage}>
            {t('Manage replies')}
          </Button>
        ) : (
          // The words that are being written stay in this tab.
          <Button asChild size="sm" variant="quiet">
            <a href="/admin/saved-replies" target="_blank" rel="noopener">
              {t('Manage replies')}
              <span className="sr-only">{t('(new tab)')}</span>
            </a>
          </Button>
        )}
      </div>
    </div>
  )
}

function countText(all: number, matching: number): string {
  if (all === 0) return t('No saved replies yet.')
  if (matching === 0) return t('No reply of this title.')
  return tn('{count} reply', '{count} replies', matching)
}
