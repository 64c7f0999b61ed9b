import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { fileMessageContent, messageContent } from '../../../contract/message-content.ts'
import { useTextDraft } from '../../lib/use-draft.ts'
import { enclosuresOf } from './enclosures.ts'
import type { Enclosed } from './outbox.ts'
import { obstacleOf } from './use-enclosing.ts'
import { prependUnsent, returnUnsentTo } from './outboxes.ts'
import { draftKeyOf, type ConversationSide } from './conversation-side.ts'

interface MessageBox {
  text: string
  problem: string | undefined
  change: (text: string) => void
  send: () => void
}

/** Keeps the typed text until it is sent, and brings it back if it could not be sent. */
export function useMessageBox(
  side: ConversationSide,
  box: RefObject<HTMLTextAreaElement | null>,
  onSend: (content: string, enclosed: Enclosed) => void,
): MessageBox {
  const { text, setText } = useTextDraft(draftKeyOf(side))
  const [problem, setProblem] = useState<string>()
  /** True after a try to send while a file was not ready. The obstacle may change or end meanwhile. */
  const [isHeldByFiles, setIsHeldByFiles] = useState(false)
  useTakingBack(side, box, text, setText)

  const change = (next: string) => {
    setText(next)
    setProblem(undefined)
    setIsHeldByFiles(false)
  }
  const send = () => {
    const { files, requestId } = enclosuresOf(side).get()
    if (text.trim() === '' && files.length === 0 && requestId === null) return
    if (obstacleOf(files) !== undefined) return setIsHeldByFiles(true)
    const content = (files.length > 0 ? fileMessageContent : messageContent).safeParse(text)
    if (!content.success) {
      setProblem(content.error.issues[0]?.message)
      return
    }
    change('')
    onSend(content.data, enclosuresOf(side).take())
  }
  const obstacle = isHeldByFiles ? obstacleOf(enclosuresOf(side).get().files) : undefined
  return { text, problem: obstacle ?? problem, change, send }
}

/** Puts unsent messages before the text that has been typed since. The caret keeps its place in that text. */
function useTakingBack(
  side: ConversationSide,
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
) {
  const caretFromEnd = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caretFromEnd.current === undefined) return
    const at = text.length - caretFromEnd.current
    caretFromEnd.current = undefined
    box.current?.setSelectionRange(at, at)
  }, [text, box])
  useEffect(
    () =>
      returnUnsentTo(side, (takenBack) => {
        caretFromEnd.current = text.length - (box.current?.selectionStart ?? text.length)
        setText(prependUnsent(takenBack, text))
      }),
    [side, box, text, setText],
  )
}
