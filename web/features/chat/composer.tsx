import { SendHorizontal } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { messageMaxLength } from '../../../contract/message-content.ts'
import { numberLocale, t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { AttachButton } from './attach-button.tsx'
import { EnclosedRows } from './enclosed-rows.tsx'
import type { Enclosed } from './outbox.ts'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import { SlashList } from '../saved-texts/slash-list.tsx'
import { isSupportSide, type ConversationSide } from './conversation-side.ts'
import type { Enclosing } from './use-enclosing.ts'
import { useMessageBox } from './use-message-box.ts'
import { optionId, useSlashReplies } from '../saved-texts/use-slash-replies.ts'

interface ComposerProps {
  side: ConversationSide
  /** The files and the request for the next message. The conversation around the box takes files, too. */
  enclosing: Enclosing
  onSend: (content: string, enclosed: Enclosed) => void
}

/** The box for the next message. Enter sends the message, Shift+Enter breaks the line. */
export function Composer({ side, enclosing, onSend }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const { text, problem, change, send } = useMessageBox(side, box, onSend)
  const isOn = isSupportSide(side)
  const replies = useSlashReplies({ isOn, text, onChoose: change })
  const [isManaging, setIsManaging] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends a word of an input method belongs to that word. Some browsers tell so only by the old key
    // code.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (!isComposing && replies.takeKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          box.current?.focus()
          send()
        }}
        className="relative flex-none border-t border-line p-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
      >
        {replies.isOpen && <SlashList replies={replies} onManage={() => setIsManaging(true)} />}
        <EnclosedRows side={side} enclosures={enclosing.enclosures} onRemoved={() => box.current?.focus()} />
        <div className="flex items-end gap-2">
          <AttachButton onFiles={enclosing.add} />
          <Textarea
            ref={box}
            aria-label={t('Message')}
            aria-describedby={noteId}
            aria-invalid={problem !== undefined || undefined}
            enterKeyHint="send"
            dir="auto"
            rows={1}
            placeholder={isOn ? t('Write, or / for saved replies') : t('Write a message')}
            {...(replies.isOpen && choiceOf(replies))}
            value={text}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={enclosing.onPaste}
            className="max-h-40 min-h-control resize-none py-[7px] pointer-coarse:py-[11px]"
          />
          <SendButton />
        </div>
        <BoxNote id={noteId} problem={problem ?? enclosing.problem} length={text.trim().length} />
      </form>
      {/* The dialog stands outside of the form, which would otherwise handle its submits. */}
      {isOn && <SavedRepliesDialog open={isManaging} onOpenChange={setIsManaging} />}
    </>
  )
}

function SendButton() {
  return (
    <Button type="submit" aria-label={t('Send')} title={t('Send')} className="aspect-square flex-none px-0">
      <SendHorizontal aria-hidden="true" />
    </Button>
  )
}

/** Tells screen readers which saved reply of the open list Enter takes. */
function choiceOf({ listId, index, matches }: ReturnType<typeof useSlashReplies>) {
  return matches.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, index) }
}

/** From this many characters on, the box shows their number. */
const countedFrom = messageMaxLength - 400

function BoxNote({ id, problem, length }: { id: string; problem: string | undefined; length: number }) {
  return (
    <p id={id} className="flex gap-3 text-xs text-ink-3 empty:hidden [&>*]:mt-1.5">
      {problem && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
      {length >= countedFrom && (
        <span className={cn('ms-auto flex-none', length > messageMaxLength && 'text-bad')}>
          {length.toLocaleString(numberLocale)} / {messageMaxLength.toLocaleString(numberLocale)}
        </span>
      )}
    </p>
  )
}
