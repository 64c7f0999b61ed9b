import { FileText } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ChatFile } from '../../../contract/chat.ts'
import { t } from '../../../contract/translate.ts'
import { formatBytes } from '../../ui/check-file.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStoredFile } from '../uploads/use-stored-file.ts'
import { isPicture } from './file-kind-text.ts'

interface MessageFilesProps {
  /** The member of the conversation. */
  memberId: string
  files: readonly ChatFile[]
}

/** The files of a message: pictures as thumbnails, documents as named rows. Each one opens in the viewer. */
export function MessageFiles({ memberId, files }: MessageFilesProps) {
  const [opened, setOpened] = useState<ChatFile>()
  return (
    <>
      <ul aria-label={t('Files')} className="mt-1 grid max-w-[85%] gap-1">
        {files.map((file) => (
          <li key={file.id} className="min-w-0">
            {isPicture(file.mime_type) ? (
              <Picture memberId={memberId} file={file} onOpen={() => setOpened(file)} />
            ) : (
              <Document file={file} onOpen={() => setOpened(file)} />
            )}
          </li>
        ))}
      </ul>
      <Viewer isNeeded={opened} props={{ memberId, file: opened, onClose: () => setOpened(undefined) }} />
    </>
  )
}

/** The viewer, with its reader of documents, is no part of the chat until a file is opened. */
const Viewer = loadWhenNeeded(() => import('./chat-file-viewer.tsx').then(({ ChatFileViewer }) => ChatFileViewer))

interface FileProps {
  file: ChatFile
  onOpen: () => void
}

function Document({ file: { name, size_bytes: bytes }, onOpen }: FileProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-touch w-full items-center gap-2 rounded-3 border border-line bg-surface px-3 py-2 text-start hover:bg-sunken"
    >
      <FileText aria-hidden="true" size={20} className="flex-none text-link" />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block text-xs text-ink-3">{formatBytes(bytes)}</span>
      </span>
    </button>
  )
}

const thumbnailMaxPx = 208
/** Large enough for a finger, even if the picture is tiny. */
const thumbnailMinPx = 44

/** The place of the picture is reserved by its measures, and its bytes are read once it is near the screen. */
function Picture({ memberId, file, onOpen }: FileProps & { memberId: string }) {
  const { isNear, ref } = useIsNear()
  const { blob, error } = useStoredFile({ place: 'chat', userId: memberId, fileId: file.id }, { enabled: isNear })
  const { width, height } = sizeOf(file)
  return (
    <button
      ref={ref}
      type="button"
      onClick={onOpen}
      aria-label={t('Open the picture {name}', { name: file.name })}
      className="relative block max-w-full overflow-hidden rounded-3 border border-line bg-sunken"
      style={{ width, height }}
    >
      {!blob && !error && <Skeleton className="absolute inset-0" />}
      {error && <span className="line-clamp-2 p-1 text-xs text-ink-2">{file.name}</span>}
      {blob && <Thumbnail blob={blob} />}
    </button>
  )
}

function Thumbnail({ blob }: { blob: Blob }) {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img ref={draw} alt="" className="size-full object-contain" />
}

/** Fits the picture into the square of a thumbnail. A server that knows no measures reserves the whole square. */
function sizeOf({ width, height }: ChatFile): { width: number; height: number } {
  if (width === null || height === null) return { width: thumbnailMaxPx, height: thumbnailMaxPx }
  const scale = Math.min(1, thumbnailMaxPx / Math.max(width, height))
  const fit = (pixels: number) => Math.max(thumbnailMinPx, Math.round(pixels * scale))
  return { width: fit(width), height: fit(height) }
}

/** Tells when an element first comes near the screen. */
function useIsNear() {
  const [isNear, setIsNear] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
    }, nearby)
    watching.observe(element)
    return () => watching.disconnect()
  }, [])
  return { isNear, ref }
}

const nearby = { rootMargin: '200px' }
