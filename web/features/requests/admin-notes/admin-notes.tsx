import { useInfiniteQuery } from '@tanstack/react-query'
import type { AdminNote } from '../../../../contract/admin-notes.ts'
import { addAdminNote } from '../../../../contract/endpoints/admin-notes.ts'
import { t } from '../../../../contract/translate.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { useMay } from '../../../lib/use-may.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { AddNote } from './add-note.tsx'
import { adminNotesQuery } from './admin-notes-query.ts'

interface AdminNotesProps {
  userId: string
  /** The request on the screen, of which the notes come first; undefined for notes about the member. */
  requestId?: string | undefined
}

/** The notes of administrators about a member, which the member never reads. Those about the request on the screen come first. */
export function AdminNotes({ userId, requestId }: AdminNotesProps) {
  const mayAdd = useMay()(addAdminNote)
  return (
    <section aria-label={t('Notes of administrators')} className="grid gap-3 text-sm">
      <h3 className="font-semibold">{t('Notes of administrators')}</h3>
      <p className="text-ink-3">{t('Members never see these notes.')}</p>
      {requestId !== undefined && <NoteList userId={userId} requestId={requestId} label={t('About this request')} />}
      <NoteList
        userId={userId}
        exceptId={requestId}
        label={requestId === undefined ? t('All notes') : t('About the member')}
      />
      {mayAdd && <AddNote key={requestId ?? userId} userId={userId} requestId={requestId} />}
    </section>
  )
}

interface NoteListProps extends AdminNotesProps {
  label: string
  /** The request of which the notes are shown elsewhere. */
  exceptId?: string | undefined
}

function NoteList({ userId, requestId, exceptId, label }: NoteListProps) {
  const list = useInfiniteQuery(adminNotesQuery(userId, requestId))
  const more = useLoadMore(list)
  const notes = list.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ request }) => exceptId === undefined || request?.id !== exceptId)
  return (
    <div className="grid gap-2">
      <ReadProblem reads={[list]} />
      {notes?.length === 0 && <p className="text-ink-3">{t('{label}: none yet.', { label })}</p>}
      <ul aria-label={label} className="grid gap-2 empty:hidden">
        {notes?.map((note) => (
          <NoteRow key={note.id} note={note} hasNumber={requestId === undefined} />
        ))}
      </ul>
      <LoadMore more={more} size="sm" />
    </div>
  )
}

function NoteRow({ note, hasNumber }: { note: AdminNote; hasNumber: boolean }) {
  return (
    <li className="rounded-2 border border-line p-3">
      <p className="break-words whitespace-pre-line">{note.content ?? t('This note was removed.')}</p>
      <p className="mt-1 text-ink-3">
        <PersonName>{note.author_name}</PersonName> · <TimeText value={note.created_at} />
        {hasNumber && note.request && (
          <>
            {' · '}
            <span className="mono whitespace-nowrap">{note.request.number}</span>
          </>
        )}
      </p>
    </li>
  )
}
