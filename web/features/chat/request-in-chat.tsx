import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { listMentions, sendMessage } from '../../../contract/endpoints/chat.ts'
import { t } from '../../../contract/translate.ts'
import { queryOf } from '../../lib/query-of.ts'
import { richText } from '../../lib/rich-text.ts'
import { useSession } from '../../lib/session.ts'
import { useMay } from '../../lib/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { enclosuresOf } from './enclosures.ts'

interface RequestInChatProps {
  /** The member of the request. */
  memberId: string
  requestId: string
}

/** For administrators: where the chat mentions a request, and a button to write to the member about it. */
export function RequestInChat({ memberId, requestId }: RequestInChatProps) {
  const { data } = useQuery(queryOf(listMentions, ['chat'], { params: { userId: memberId, requestId } }))
  const mayWrite = useMay()(sendMessage)
  const mentions = data?.items ?? []
  return (
    <div className="grid justify-items-start gap-2 text-sm empty:hidden">
      {mayWrite && <WriteAbout memberId={memberId} requestId={requestId} />}
      {mentions.map(({ number, created_at: at }) => (
        <p key={number}>
          {richText('Mentioned in the chat: {time}', {
            time: (
              <Link to="/admin/chat" search={{ user: memberId, message: String(number) }} className="link">
                <TimeText value={at} />
              </Link>
            ),
          })}
        </p>
      ))}
    </div>
  )
}

function WriteAbout({ memberId, requestId }: RequestInChatProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const write = () => {
    if (!user) return
    enclosuresOf({ memberId, writerId: user.id }).setRequest(requestId)
    void navigate({ to: '/admin/chat', search: { user: memberId } })
  }
  return (
    <Button variant="quiet" size="sm" className="h-auto min-h-8 text-start whitespace-normal" onClick={write}>
      <MessageSquareText aria-hidden="true" />
      {t('Write to the member about this')}
    </Button>
  )
}
