import { useQuery } from '@tanstack/react-query'
import { downloadChatFile } from '../../../contract/endpoints/chat.ts'
import { downloadFile } from '../../../contract/endpoints/uploads.ts'
import { download } from '../../lib/api.ts'

/** Files of requests and files of the chat have calls of their own. */
export type FilePlace = 'request' | 'chat'

interface StoredFile {
  place?: FilePlace | undefined
  /** The member of the request or of the conversation. */
  userId: string
  fileId: string
}

/** Reads the content of a stored file. While it is not enabled, it waits. `load` waits for the read that is under way. */
export function useStoredFile({ place = 'request', userId, fileId }: StoredFile, { enabled = true } = {}) {
  const read = useQuery({
    queryKey: [place, 'file', userId, fileId],
    queryFn: ({ signal }) =>
      place === 'chat'
        ? download(downloadChatFile, { params: { userId, fileId } }, { signal })
        : download(downloadFile, { params: { userId, uploadId: fileId } }, { signal }),
    enabled,
    // A stored file never changes.
    staleTime: Infinity,
    meta: { topics: [], isPublic: false },
  })
  const { data, error, refetch, isFetching } = read
  const load = () => refetch({ cancelRefetch: false })
  return { data, blob: data?.blob, fileName: data?.fileName, error, refetch, load, isFetching }
}
