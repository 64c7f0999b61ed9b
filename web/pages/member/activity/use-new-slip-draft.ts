import { useRef } from 'react'
import * as z from 'zod/mini'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { storedSlip, type StoredSlip } from '../../../features/requests/buy-draft.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'

const newSlipDraft = z.object({ slip: z.nullable(storedSlip), hash: z.string() })

interface NewSlipDraft {
  slip: StoredSlip | null
  hash: string
  change: (part: { slip?: StoredSlip | null; hash?: string }) => void
  drop: () => void
}

/** Keeps the chosen slip and the typed hash until they are sent. The hash begins as the one that the request has. */
export function useNewSlipDraft({ id, slip_revision: revision, transaction_hash: hash }: BuyRequest): NewSlipDraft {
  const { text, setText, drop } = useTextDraft(`new-slip:${id}:${revision}`)
  const kept = readKept(text) ?? { slip: null, hash: hash ?? '' }
  // An upload ends long after it began. All that was typed meanwhile must stay.
  const latest = useRef<string>(undefined)
  const change: NewSlipDraft['change'] = (part) => {
    latest.current = JSON.stringify({ ...(readKept(latest.current ?? text) ?? kept), ...part })
    setText(latest.current)
  }
  return { ...kept, change, drop }
}

function readKept(text: string): z.infer<typeof newSlipDraft> | undefined {
  if (text === '') return undefined
  try {
    return newSlipDraft.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
