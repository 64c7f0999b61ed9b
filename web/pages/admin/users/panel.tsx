import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useDebounce } from 'use-debounce'
import type { Profile } from '../../../../contract/profiles.ts'
import { userNotFoundText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { userQuery } from '../../../lib/user-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { keyArea } from './shortcuts.ts'
import { ignoreSecondClick, type OpenUser } from './open.ts'
import { UserSummary } from './summary.tsx'

const settleMs = 150

/** From this width on the table and the panel fit side by side. */
const panelScreen = '(min-width: 84rem)'

interface UserPanelProps {
  userId: string
  users: readonly Profile[]
  opened: OpenUser
}

/** One person beside the list, or over it on screens without room for both. */
export function UserPanel({ userId, users, opened }: UserPanelProps) {
  const isBeside = useMedia(panelScreen)
  if (!isBeside) {
    return (
      <Sheet open onOpenChange={opened.close} title={t('Person')} className="w-full sm:w-[min(100%,26rem)]">
        <div {...keyArea}>
          <PanelBar users={users} opened={opened} />
          <Content userId={userId} users={users} />
        </div>
      </Sheet>
    )
  }
  return (
    <section
      {...keyArea}
      data-user-panel
      // The panel can take the focus, so that a click on its text leaves the focus inside.
      tabIndex={-1}
      aria-label={t('Person')}
      className="sticky top-[124px] flex focus:outline-none max-h-[max(20rem,calc(100dvh-18rem))] flex-col rounded-3 border border-line bg-surface"
    >
      <PanelBar users={users} opened={opened} hasClose />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Content userId={userId} users={users} />
      </div>
    </section>
  )
}

interface PanelBarProps extends Pick<UserPanelProps, 'users' | 'opened'> {
  /** Off in a sheet, which has a close button of its own. */
  hasClose?: boolean
}

/** The place of the person in the list, and buttons for the previous and the next one. */
function PanelBar({ users, opened, hasClose = false }: PanelBarProps) {
  const { openId, open, close } = opened
  const at = users.findIndex(({ id }) => id === openId)
  const [previous, next] = [users[at - 1], users[at + 1]]
  return (
    <div className="flex flex-none items-center gap-1 border-b border-line py-1.5 ps-5 pe-2">
      <p role="status" className="flex-1 text-sm text-ink-2">
        <span className="sr-only">{users[at]?.full_name} </span>
        {at < 0 ? t('Not on this page of the list') : t('{number} of {count}', { number: at + 1, count: users.length })}
      </p>
      <IconButton
        size="sm"
        label={t('Previous person')}
        aria-keyshortcuts="K"
        aria-disabled={!previous}
        onClick={() => previous && open(previous.id)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t('Next person')}
        aria-keyshortcuts="J"
        aria-disabled={!next}
        onClick={() => next && open(next.id)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      {hasClose && (
        <IconButton size="sm" label={t('Close')} aria-keyshortcuts="Escape" onClick={close}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

function Content({ userId, users }: Pick<UserPanelProps, 'userId' | 'users'>) {
  // An administrator who holds J down passes many people, so the server is asked only for the last one.
  const [settledId] = useDebounce(userId, settleMs)
  const read = useQuery({ ...userQuery(userId), enabled: settledId === userId })
  const user = read.data
  // The details that the list has are shown at once.
  const profile = user?.profile ?? users.find(({ id }) => id === userId)
  if (!user && read.error instanceof ApiError && [400, 404].includes(read.error.status)) {
    return <EmptyState title={userNotFoundText.title} />
  }
  return (
    <div onClickCapture={ignoreSecondClick} className="grid gap-5 p-5" aria-busy={!user && !hasFailed(read)}>
      <ReadProblem reads={[read]} />
      {profile ? (
        <UserSummary profile={profile} user={user} hasFailed={hasFailed(read)} />
      ) : (
        !hasFailed(read) && <Skeleton className="h-64 w-full" />
      )}
    </div>
  )
}
