import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchEverything, searchLengthMax } from '../../../contract/search.ts'
import { call } from '../../lib/api.ts'
import { foundCommands, inOrder, ownCommands, type PalettePage } from './palette-commands.ts'

const typingPauseMs = 150

/**
 * The lines for what is typed. Pages are there at once; members and requests when the server has answered for this very
 * text, so an answer that comes too late shows nowhere.
 */
export function useCommands(typed: string, pages: readonly PalettePage[]) {
  const text = typed.trim()
  const asked = useSettled(text)
  const read = useQuery({ ...searchQuery(asked), enabled: asked !== '' })
  const isCurrent = asked === text
  const found = isCurrent && asked !== '' ? read.data : undefined
  return {
    commands: inOrder([...ownCommands(text, pages), ...(found ? foundCommands(text, found) : [])]),
    isSearching: text !== '' && (!isCurrent || read.isLoading),
    hasFailed: isCurrent && read.isError,
    retry: () => void read.refetch(),
  }
}

function searchQuery(text: string) {
  return queryOptions({
    queryKey: [searchEverything.id, text],
    queryFn: ({ signal }) => call(searchEverything, { query: { q: text.slice(0, searchLengthMax) } }, { signal }),
    // What was found a while ago is shown once more when the palette is opened again, and asked for anew.
    gcTime: 60_000,
    meta: { topics: [], isPublic: false },
  })
}

/** The text once the typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
