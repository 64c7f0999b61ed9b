import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDebounce } from 'use-debounce'
import { searchEverything, searchLengthMax } from '../../../contract/endpoints/search.ts'
import { call } from '../../lib/api.ts'
import { searchResultCommands, sortByGroup, pageAndThemeCommands, type PalettePage } from './palette-commands.ts'

const typingPauseMs = 150

/**
 * Returns the lines for the typed text. Pages come at once. Members and requests come when the server has answered for
 * exactly this text, so a late answer for another text is never shown.
 */
export function useCommands(typed: string, pages: readonly PalettePage[]) {
  const text = typed.trim()
  const [asked] = useDebounce(text, typingPauseMs)
  const read = useQuery({ ...searchQuery(asked), enabled: asked !== '' })
  const isCurrent = asked === text
  const found = isCurrent && asked !== '' ? read.data : undefined
  return {
    commands: sortByGroup([...pageAndThemeCommands(text, pages), ...(found ? searchResultCommands(text, found) : [])]),
    isSearching: text !== '' && (!isCurrent || read.isLoading),
    hasFailed: isCurrent && read.isError,
    retry: () => void read.refetch(),
  }
}

function searchQuery(text: string) {
  return queryOptions({
    queryKey: [searchEverything.id, text],
    queryFn: ({ signal }) => call(searchEverything, { query: { q: text.slice(0, searchLengthMax) } }, { signal }),
    // The answers of the last minute are shown again when the palette is reopened, and requested anew.
    gcTime: 60_000,
    meta: { topics: [], isPublic: false },
  })
}
