import { FileText } from 'lucide-react'
import { useCallback } from 'react'
import { t } from '../../../../contract/translate.ts'
import { formatBytes } from '../../../ui/check-file.ts'
import { useStoredFile } from '../../../features/uploads/use-stored-file.ts'
import type { StoredSlip } from '../../../features/uploads/use-slip-upload.ts'

interface SlipPreviewProps {
  userId: string
  stored: StoredSlip
  /** The file itself while it is in this page. After a reload the server's copy is shown. */
  file: File | null
}

/** The uploaded slip for a last look: its name and size, and the picture if it is one. */
export function SlipPreview({ userId, stored, file }: SlipPreviewProps) {
  return (
    <figure className="flex flex-wrap items-center gap-4">
      {file ? <Picture content={file} /> : <StoredPicture userId={userId} uploadId={stored.id} />}
      <figcaption className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold break-words">{stored.name}</span>
        <span className="text-sm text-ink-3">{formatBytes(stored.sizeBytes)}</span>
      </figcaption>
    </figure>
  )
}

function StoredPicture({ userId, uploadId }: { userId: string; uploadId: string }) {
  const { blob } = useStoredFile({ userId, fileId: uploadId })
  return <Picture content={blob} />
}

function Picture({ content }: { content: Blob | undefined }) {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      if (!content) return
      const url = URL.createObjectURL(content)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
  if (content?.type.startsWith('image/')) {
    return (
      <img ref={draw} alt={t('Your payment slip')} className="h-40 max-w-full rounded-2 border border-line bg-sunken" />
    )
  }
  return (
    <span className="grid h-15 w-12 flex-none place-items-center rounded-2 bg-sunken text-link">
      <FileText aria-hidden="true" size={22} />
    </span>
  )
}
