import { useQuery } from '@tanstack/react-query'
import { downloadFile } from '../../../contract/endpoints/uploads.ts'
import { download } from '../../lib/api.ts'

/** Reads the content of a stored file. */
export function useSlipFile(userId: string, uploadId: string) {
  const read = useQuery({
    queryKey: [downloadFile.id, userId, uploadId],
    queryFn: ({ signal }) => download(downloadFile, { params: { userId, uploadId } }, { signal }),
    // A stored file never changes.
    staleTime: Infinity,
    meta: { topics: [], isPublic: false },
  })
  const { blob, fileName } = read.data ?? {}
  return { blob, fileName, error: read.error, refetch: read.refetch, isFetching: read.isFetching }
}
