import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info, UserX } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { userNotFoundText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { conversationQuery } from '../../../features/chat/conversation.ts'
import { SupportConversation } from './support-conversation.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { userQuery } from '../../../lib/user-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { MemberFacts } from './facts.tsx'

interface MemberChatProps {
  memberId: string
  /** Stands before the name, for example the way back to the list. */
  lead?: ReactNode
}

/** From this width on, the facts about the member fit beside the conversation. */
const factsScreen = '(min-width: 80rem)'

/** The conversation with one member, and facts about the member. */
export function MemberChat({ memberId, lead }: MemberChatProps) {
  const read = useQuery(userQuery(memberId))
  // Reads the conversation at once, without waiting for the member's profile.
  useQuery(conversationQuery(memberId))
  const hasRoom = useMedia(factsScreen)
  const frame = useRef<HTMLElement>(null)
  const user = read.data
  const isMember = user?.profile.role === 'user'
  useEffect(() => {
    // With a mouse, the field for a message takes the focus. On a touch screen the keyboard would cover the
    // conversation. The focus stays in a field in which the administrator types already.
    if (isMember && matchMedia('(pointer: fine)').matches && !document.activeElement?.matches('input, textarea'))
      frame.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [isMember])
  if ((user && !isMember) || (!user && hasFailed(read) && isGone(read.error))) return <NotFound lead={lead} />
  return (
    <div className="grid min-h-0 min-w-0 flex-1 grid-rows-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_17rem] min-[90rem]:grid-cols-[minmax(0,1fr)_18.75rem]">
      <section ref={frame} aria-label={t('Conversation')} className="flex min-h-0 min-w-0 flex-col">
        <Head user={user} lead={lead} hasFacts={hasRoom} />
        <ReadProblem reads={[read]} className="m-3 mb-0" />
        {user ? (
          <SupportConversation memberId={memberId} memberName={user.profile.full_name} />
        ) : (
          !hasFailed(read) && <RowSkeletons />
        )}
      </section>
      {hasRoom && (
        <aside aria-label={t('About the member')} className="min-h-0 overflow-y-auto border-s border-line">
          {user ? <MemberFacts user={user} /> : <RowSkeletons />}
        </aside>
      )}
    </div>
  )
}

interface HeadProps {
  user: UserDetails | undefined
  lead: ReactNode
  /** True while the facts are on the screen already. */
  hasFacts: boolean
}

function Head({ user, lead, hasFacts }: HeadProps) {
  const [isOpen, setIsOpen] = useState(false)
  const profile = user?.profile
  return (
    <div className="flex h-topbar flex-none items-center gap-3 border-b border-line ps-4 pe-2">
      {lead}
      {profile && (
        <>
          <Avatar name={profile.full_name} seed={profile.id} size={32} />
          <div className="min-w-0 flex-1">
            <h2 className="leading-tight font-semibold">
              <PersonName isCut>{profile.full_name}</PersonName>
            </h2>
            <p className="mono truncate text-xs text-ink-3">{profile.member_id}</p>
          </div>
          {!hasFacts && (
            <>
              <IconButton label={t('About the member')} onClick={() => setIsOpen(true)}>
                <Info aria-hidden="true" />
              </IconButton>
              <Sheet open={isOpen} onOpenChange={setIsOpen} title={t('About the member')}>
                <MemberFacts user={user} />
              </Sheet>
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Administrators have no conversation, so they are not found here either. */
function NotFound({ lead }: { lead: ReactNode }) {
  return (
    <section aria-label={t('Conversation')} className="flex min-h-0 flex-1 flex-col">
      {lead && <div className="flex h-topbar flex-none items-center border-b border-line ps-4">{lead}</div>}
      <EmptyState
        icon={UserX}
        title={userNotFoundText.title}
        className="m-auto"
        action={
          <Button asChild variant="ghost">
            <Link to="/admin/users">{t('Back to Users')}</Link>
          </Button>
        }
      >
        {userNotFoundText.description}
      </EmptyState>
    </section>
  )
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
