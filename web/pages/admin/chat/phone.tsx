import { useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { t } from '../../../../contract/translate.ts'
import { PhoneSheetLayout } from '../../../features/chat/phone-sheet-layout.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MemberChat } from './member.tsx'

/** The conversation over the whole screen of a phone. It gets smaller while the keyboard is open. */
export function PhoneChat({ memberId }: { memberId: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const toList = useGoToList()
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && toList()}>
      <Primitive.Portal>
        <Primitive.Content
          ref={frame}
          aria-describedby={undefined}
          // The frame takes the focus, as the keyboard would open if the field had it.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            frame.current?.focus({ preventScroll: true })
          }}
          // While the saved replies are open, Escape closes only them.
          onEscapeKeyDown={(event) => frame.current?.querySelector('[data-slash-list]') && event.preventDefault()}
          className="fixed inset-0 z-45 flex animate-sheet-in flex-col bg-surface focus-visible:outline-none"
        >
          <PhoneSheetLayout frame={frame} />
          <Primitive.Title className="sr-only">{t('Conversation')}</Primitive.Title>
          <MemberChat
            memberId={memberId}
            lead={
              <IconButton label={t('Back to the list')} onClick={toList} className="-ms-2">
                <ArrowLeft aria-hidden="true" />
              </IconButton>
            }
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Goes one step back if the list lies behind; after a link from elsewhere, goes to the list. */
function useGoToList(): () => void {
  const router = useRouter()
  const navigate = useNavigate({ from: '/admin/chat' })
  return () => {
    if (router.state.location.state.isChosenFromList) router.history.back()
    else void navigate({ search: (before) => ({ ...before, user: undefined }), replace: true, resetScroll: false })
  }
}
