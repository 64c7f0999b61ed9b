import type { KeyboardEvent, RefObject } from 'react'
import type { ReplyPurpose } from '../../../contract/endpoints/saved-replies.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { SlashList } from './slash-list.tsx'
import { optionId, useSlashReplies } from './use-slash-replies.ts'

interface TemplateTextareaProps {
  purpose: ReplyPurpose
  text: string
  onText: (text: string) => void
  maxLength: number
  isReadOnly: boolean
  ref?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** A box for words that a member reads. A slash at its beginning offers the saved texts of the purpose, as in the chat. */
export function TemplateTextarea({ purpose, text, onText, maxLength, isReadOnly, ref }: TemplateTextareaProps) {
  const replies = useSlashReplies({ isOn: !isReadOnly, purpose, text, onChoose: onText })
  const hasChoice = replies.isOpen && replies.matches.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && replies.takeKey(event)) event.stopPropagation()
  }
  return (
    <div className="relative">
      {replies.isOpen && <SlashList replies={replies} />}
      <Textarea
        ref={ref}
        value={text}
        maxLength={maxLength}
        readOnly={isReadOnly}
        {...(hasChoice && {
          'aria-controls': replies.listId,
          'aria-activedescendant': optionId(replies.listId, replies.index),
        })}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
