import { MessageSquareText } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { setChatOpen } from './chat-open.ts'
import { ownSide } from './conversation-side.ts'

interface AskAboutRequestProps {
  requestId: string
  /** Closes the layer that would cover the chat. */
  onLeave?: (() => void) | undefined
}

/** Opens the chat of a member, with the request as a card above the text. */
export function AskAboutRequest({ requestId, onLeave }: AskAboutRequestProps) {
  const { user } = useSession()
  const open = async () => {
    // The page of the request has no other use for this part of the chat. Without it the chat opens with no card.
    const enclosures = await import('./enclosures.ts').catch(() => undefined)
    if (user) enclosures?.enclosuresOf(ownSide(user.id)).setRequest(requestId)
    onLeave?.()
    setChatOpen(true)
  }
  return (
    <Button variant="quiet" onClick={() => void open()}>
      <MessageSquareText aria-hidden="true" />
      {t('Ask about this request')}
    </Button>
  )
}
