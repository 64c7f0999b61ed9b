import { useState } from 'react'
import type * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft, type DraftOwner } from './drafts.ts'

interface KeptDraftOptions<Draft> {
  owner: DraftOwner
  /** The name under which the tab keeps the draft. */
  name: string
  schema: z.ZodMiniType<Draft>
  /** Returns the draft to begin with, from the kept one if there is any. */
  begin: (kept: Draft | undefined) => Draft
}

/** A draft that the tab keeps at every change, so that it outlasts a reload. */
export function usePersistedDraft<Draft extends object>({ owner, name, schema, begin }: KeptDraftOptions<Draft>) {
  const [draft, setDraft] = useState(() => begin(schema.safeParse(readDraft(owner, name)).data))
  const change = (part: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
    setDraft((before) => {
      const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
      keepDraft(owner, name, next)
      return next
    })
  return { draft, change, drop: () => dropDraft(owner, name) }
}
