import { useQuery } from '@tanstack/react-query'
import { downloadFile } from '../../../contract/uploads.ts'
import { download } from '../../lib/api.ts'

/** The content of a stored file. */
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

/** Saves a file under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
