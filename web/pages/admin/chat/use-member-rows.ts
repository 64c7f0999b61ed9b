import { useState } from 'react'
import { useHeldRows } from '../../../lib/use-held-rows.ts'
import { withoutUnread, withOpenRow, type OpenRow, type Row } from './open-row.ts'

interface MemberRowsOptions<T> {
  latest: readonly T[]
  /** Names the filter of the list. Rows of another filter are not held. */
  question: string
  /** True while the rows of the filter before are shown. */
  isEarlier: boolean
  /** True if no rows follow the latest ones. */
  isEnd: boolean
  openId: string | undefined
}

/** The rows of the list, held in their places while an administrator is busy with them, with the open conversation. */
export function useMemberRows<T extends Row & { id: string }>({ openId, ...options }: MemberRowsOptions<T>) {
  const { question, isEarlier, latest } = options
  const { rows = latest, goneIds, ...held } = useHeldRows(options)
  const [open, setOpen] = useState<(OpenRow<T> & { question: string }) | null>(null)
  const index = rows.findIndex(({ id }) => id === openId)
  const row = rows[index]
  const isRemembered = open?.row === row && open?.index === index && open.question === question
  if (row && !isEarlier && !isRemembered) setOpen({ row, index, question })

  const shown = rows.map((one) => (goneIds.has(one.id) ? withoutUnread(one) : one))
  const isKept = open?.row.id === openId && (isEarlier || open?.question === question)
  return { ...held, rows: open && isKept ? withOpenRow(shown, open) : shown }
}
