import { MessageSquareText } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { setChatOpen } from './chat-open.ts'
import { ownSide } from './conversation-side.ts'
import { enclosuresOf } from './enclosures.ts'

interface AskAboutRequestProps {
  requestId: string
  /** Closes the layer that would cover the chat. */
  onLeave?: (() => void) | undefined
}

/** Opens the chat of a member, with the request as a card above the text. */
export function AskAboutRequest({ requestId, onLeave }: AskAboutRequestProps) {
  const { user } = useSession()
  const open = () => {
    if (!user) return
    enclosuresOf(ownSide(user.id)).setRequest(requestId)
    onLeave?.()
    setChatOpen(true)
  }
  return (
    <Button variant="quiet" onClick={open}>
      <MessageSquareText aria-hidden="true" />
      {t('Ask about this request')}
    </Button>
  )
}
