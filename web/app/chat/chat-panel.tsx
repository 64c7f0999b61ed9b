import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { t } from '../../../contract/translate.ts'
import { cn } from '../../ui/cn.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { chatIconId, phoneScreen, setChatOpen, useIsChatOpen } from '../../features/chat/chat-open.ts'
import { resumeSending } from '../../features/chat/outboxes.ts'
import { OwnConversation } from './own-conversation.tsx'
import { PhoneSheetLayout } from '../../features/chat/phone-sheet-layout.tsx'
import { ownSide } from '../../features/chat/conversation-side.ts'

/** The chat panel of a member. It stands beside the page, which stays usable; on a phone it covers the page. */
export function ChatPanel({ userId }: { userId: string }) {
  const isOpen = useIsChatOpen()
  const isPhone = useMedia(phoneScreen)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => resumeSending(ownSide(userId)), [userId])
  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setChatOpen}>
      <Primitive.Content
        ref={frame}
        data-side-panel
        aria-describedby={undefined}
        aria-modal={isPhone || undefined}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          frame.current?.querySelector('textarea')?.focus({ preventScroll: true })
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          returnFocus(frame.current)
        }}
        // A press on the page beside the panel does not close the chat.
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          if (!frame.current?.contains(document.activeElement)) event.preventDefault()
        }}
        className={cn(
          'fixed z-45 flex flex-col bg-surface focus-visible:outline-none',
          'inset-0 data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
          'sm:start-auto sm:end-0 sm:top-[calc(var(--topbar)+var(--ticker))] sm:w-96 sm:border-s sm:border-line sm:shadow-3 min-[90rem]:shadow-none',
          'sm:[--from-start:-1] sm:data-[state=closed]:animate-side-out sm:data-[state=open]:animate-side-in rtl:sm:[--from-start:1]',
        )}
      >
        {isPhone && <PhoneSheetLayout frame={frame} />}
        <div className="flex h-topbar flex-none items-center justify-between border-b border-line ps-4 pe-2">
          <Primitive.Title className="text-lg font-semibold">{t('Support chat')}</Primitive.Title>
          <Primitive.Close asChild>
            <IconButton label={t('Close chat')}>
              <X aria-hidden="true" />
            </IconButton>
          </Primitive.Close>
        </div>
        <OwnConversation key={userId} userId={userId} />
      </Primitive.Content>
    </Primitive.Root>
  )
}

/** Returns the focus to the chat icon, unless the person has moved it to another part of the page. */
function returnFocus(frame: HTMLElement | null) {
  const focused = document.activeElement
  if (focused !== null && focused !== document.body && !frame?.contains(focused)) return
  document.getElementById(chatIconId)?.focus({ preventScroll: true })
}
