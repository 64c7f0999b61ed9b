import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { deleteSavedReply, type ReplyPurpose } from '../../../contract/endpoints/saved-replies.ts'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { purposeNames } from './reply-purposes.ts'
import { refetchReplies, savedRepliesQuery } from './saved-replies-query.ts'

interface ReplyListProps {
  /** The purpose of the listed replies; all of them without it. */
  purpose?: ReplyPurpose | undefined
  /** Opens the form for a reply; undefined for an administrator who only reads. */
  onEdit: ((reply: SavedReply) => void) | undefined
  /** Receives the id of a reply that this administrator has deleted. */
  onDeleted: (id: string) => void
  className?: string | undefined
}

/** The replies that all administrators share. */
export function ReplyList({ purpose, onEdit, onDeleted, className }: ReplyListProps) {
  const read = useQuery(savedRepliesQuery)
  const replies = read.data?.items.filter((reply) => purpose === undefined || reply.purpose === purpose)
  return (
    <div className="grid gap-2">
      <ReadProblem reads={[read]} />
      {replies?.length === 0 && <p className="text-ink-3">{t('No saved replies yet.')}</p>}
      <ul
        aria-label={purpose ? purposeNames[purpose] : t('Saved replies')}
        className={cn('overflow-y-auto empty:hidden', className)}
      >
        {replies?.map((reply) => (
          <ReplyRow
            key={reply.id}
            reply={reply}
            hasPurpose={purpose === undefined}
            onEdit={onEdit && (() => onEdit(reply))}
            onDeleted={() => onDeleted(reply.id)}
          />
        ))}
      </ul>
    </div>
  )
}

interface ReplyRowProps {
  reply: SavedReply
  hasPurpose: boolean
  onEdit: (() => void) | undefined
  onDeleted: () => void
}

/** One reply, with its buttons. */
function ReplyRow({ reply: { id, purpose, title, content }, hasPurpose, onEdit, onDeleted }: ReplyRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const deletion = useMutation({
    mutationFn: () => call(deleteSavedReply, { params: { replyId: id } }),
    onSuccess: () => {
      leaveRow(row.current)
      onDeleted()
    },
    onSettled: refetchReplies,
  })
  return (
    <li ref={row} className="border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-1">
        <div className="me-2 min-w-0 flex-1">
          <p className="truncate font-semibold">
            {title}
            {hasPurpose && purpose !== 'chat' && (
              <span className="ms-2 text-sm font-normal text-ink-3">{purposeNames[purpose]}</span>
            )}
          </p>
          <p className={cn('text-sm text-ink-3', hasPurpose ? 'truncate' : 'wrap-anywhere whitespace-pre-line')}>
            {content}
          </p>
        </div>
        {onEdit && (
          <>
            <IconButton size="sm" id={editButtonId(id)} label={t('Edit “{title}”', { title })} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <DeleteButton title={title} isBusy={deletion.isPending} onDelete={() => deletion.mutate()} />
          </>
        )}
      </div>
      {deletion.error && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(deletion.error)}
        </p>
      )}
    </li>
  )
}

interface DeleteButtonProps {
  title: string
  isBusy: boolean
  onDelete: () => void
}

/**
 * Deletes with a second click, and a double click does not count as one: the reply is deleted for all administrators.
 */
function DeleteButton({ title, isBusy, onDelete }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking) {
    return (
      <IconButton size="sm" label={t('Delete “{title}”', { title })} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    )
  }
  return (
    <Button
      ref={takeFocus}
      size="sm"
      variant="bad"
      busy={isBusy}
      aria-label={t('Delete “{title}” for everybody', { title })}
      onClick={({ detail }) => detail <= 1 && onDelete()}
    >
      {t('Delete')}
    </Button>
  )
}

/** Moves the focus to the new button, which replaces the one that had it. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus()
}

/** Moves the focus from a row that goes away to the button of its neighbour or, without one, to the heading above the list. */
function leaveRow(row: HTMLLIElement | null) {
  if (!row?.contains(document.activeElement)) return
  const neighbour = row.nextElementSibling ?? row.previousElementSibling
  const heading = row.closest('section, [role="dialog"]')?.querySelector<HTMLElement>('h2')
  if (heading) heading.tabIndex = -1
  ;(neighbour?.querySelector('button') ?? heading)?.focus()
}

function editButtonId(replyId: string): string {
  return `edit-reply-${replyId}`
}

/** Moves the focus back to the button that opened the form of a reply. */
export function focusEditButton(replyId: string): void {
  document.getElementById(editButtonId(replyId))?.focus()
}
