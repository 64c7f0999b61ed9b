import { Download, FileText, FileX, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { fallbackTexts, toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { ApiError } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import type { PdfPagesProps } from './pdf-pages.tsx'
import { SlipImage } from './slip-image.tsx'
import { useStoredFile, type FilePlace } from './use-stored-file.ts'
import { rotate, startView, zoomIn, zoomOut, type View } from './zoom.ts'

export interface FileTexts {
  /** For example "Payment slip". */
  title: string
  /** For example "Download slip". */
  saveLabel: string
  /** The advice for a file that cannot be shown. */
  saveHint: string
  /** The name of the frame around a picture. */
  pictureLabel: string
  /** The text of the picture, for screen readers. */
  pictureText: string
  /** The name of the frame around the pages of a PDF. */
  pagesLabel: string
  /** The text for a request without a file. */
  emptyText: string
  failureTitle: string
  /** The name for saving a file that has none. */
  defaultName: string
}

export interface FileViewerProps {
  userId: string
  /** Null if the request has no file. */
  uploadId: string | null
  place?: FilePlace | undefined
  /** The name under which it is saved; without it that of the server. */
  name?: string | undefined
  texts: FileTexts
  /** Called when the file is on the screen, or the reason why it cannot be shown. */
  onSeen: (uploadId: string) => void
}

/** Shows the file of a request beside that request. */
export function FileViewer({ uploadId, texts, ...props }: FileViewerProps) {
  if (uploadId !== null) return <StoredFile key={uploadId} uploadId={uploadId} texts={texts} {...props} />
  return (
    <Frame
      texts={texts}
      tools={<DownloadButton texts={texts} onClick={() => toast({ ...toasts.noAttachment, variant: 'destructive' })} />}
    >
      <div className="m-auto grid justify-items-center gap-2 text-center text-bad">
        <FileX aria-hidden="true" size={32} />
        <p className="font-semibold">{texts.emptyText}</p>
      </div>
    </Frame>
  )
}

function StoredFile({ userId, uploadId, place, name, texts, onSeen }: FileViewerProps & { uploadId: string }) {
  const read = useStoredFile({ place, userId, fileId: uploadId })
  const { blob, error, refetch, isFetching } = read
  const fileName = name ?? read.fileName
  const [view, setView] = useState(startView)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const see = () => onSeen(uploadId)
  const giveUp = () => {
    setIsUnreadable(true)
    see()
  }
  const isImage = blob?.type.startsWith('image/') ?? false
  const isPdf = blob !== undefined && !isImage
  const save = async () => {
    // A click that comes before the file waits for it.
    const { data: file, error: fault } = blob || error ? read : await read.load()
    if (file)
      saveFile(file.blob, name ?? file.fileName ?? `${texts.defaultName}.${extensions[file.blob.type] ?? 'bin'}`)
    else if (fault) toast({ title: texts.failureTitle, description: faultOf(fault), variant: 'destructive' })
  }

  return (
    <Frame
      texts={texts}
      fileName={fileName}
      tools={
        <>
          {!error && !isUnreadable && <ViewTools onChange={setView} />}
          <DownloadButton texts={texts} onClick={() => void save()} />
        </>
      }
    >
      {error && (
        <FileFailure texts={texts} error={error} isBusy={isFetching} onRetry={() => void refetch()} onSeen={see} />
      )}
      {!error && !blob && <Skeleton className="m-auto h-72 w-56" />}
      {blob && isImage && !isUnreadable && (
        <SlipImage
          image={blob}
          label={texts.pictureLabel}
          alt={texts.pictureText}
          view={view}
          onView={setView}
          onDrawn={see}
          onFail={giveUp}
        />
      )}
      {isPdf && !isUnreadable && (
        <Suspense fallback={<Skeleton className="m-auto h-72 w-56" />}>
          <PdfPages file={blob} label={texts.pagesLabel} view={view} onView={setView} onDrawn={see} onFail={giveUp} />
        </Suspense>
      )}
      {isUnreadable && <FileDownload isPdf={isPdf} hint={texts.saveHint} onSave={() => void save()} />}
    </Frame>
  )
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

// The PDF reader is a large part of all scripts, and most slips are pictures. If it cannot be loaded, the file can
// still be saved.
const PdfPages = lazy(() =>
  import('./pdf-pages.tsx').then(
    ({ PdfPages: component }): { default: ComponentType<PdfPagesProps> } => ({ default: component }),
    () => ({ default: PdfUnavailable }),
  ),
)

function PdfUnavailable({ onFail }: PdfPagesProps) {
  const fail = useEffectEvent(onFail)
  useEffect(() => fail(), [])
  return null
}

interface FileFailureProps {
  texts: FileTexts
  error: Error
  isBusy: boolean
  onRetry: () => void
  onSeen: () => void
}

function FileFailure({ texts, error, isBusy, onRetry, onSeen }: FileFailureProps) {
  const see = useEffectEvent(onSeen)
  useEffect(() => see(), [])
  return (
    <Notice
      tone="bad"
      role="alert"
      title={texts.failureTitle}
      className="m-auto"
      action={
        <Button variant="ghost" size="sm" busy={isBusy} onClick={onRetry}>
          {t('Retry')}
        </Button>
      }
    >
      {faultOf(error)}
    </Notice>
  )
}

function FileDownload({ isPdf, hint, onSave }: { isPdf: boolean; hint: string; onSave: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 text-center">
      <FileText aria-hidden="true" size={40} className="text-link" />
      <p className="font-semibold">
        {isPdf ? t('This PDF cannot be shown here.') : t('This picture cannot be shown here.')}
      </p>
      <p className="max-w-64 text-sm text-ink-2">{hint}</p>
      <Button variant="ghost" onClick={onSave}>
        <Download aria-hidden="true" />
        {isPdf ? t('Download PDF') : t('Download picture')}
      </Button>
    </div>
  )
}

interface FrameProps {
  texts: FileTexts
  fileName?: string | undefined
  tools: ReactNode
  children: ReactNode
}

function Frame({ texts, fileName, tools, children }: FrameProps) {
  return (
    <section aria-label={texts.title} className="flex min-h-72 min-w-0 flex-col gap-3 bg-sunken p-4 lg:min-h-[34rem]">
      <div className="flex items-center justify-between gap-2 max-sm:flex-wrap">
        <p className="min-w-0 truncate text-sm font-medium text-ink-2">
          {texts.title}
          {/* On a phone, the name would push the tools to another line once the file has loaded. */}
          {fileName && <span className="font-normal text-ink-3 max-sm:hidden"> · {fileName}</span>}
        </p>
        <div className="flex flex-none gap-1">{tools}</div>
      </div>
      {children}
    </section>
  )
}

function ViewTools({ onChange }: { onChange: (next: (view: View) => View) => void }) {
  return (
    <>
      <ToolButton label={t('Zoom in')} onClick={() => onChange(zoomIn)} icon={<ZoomIn aria-hidden="true" />} />
      <ToolButton label={t('Zoom out')} onClick={() => onChange(zoomOut)} icon={<ZoomOut aria-hidden="true" />} />
      <ToolButton label={t('Rotate')} onClick={() => onChange(rotate)} icon={<RotateCw aria-hidden="true" />} />
    </>
  )
}

function DownloadButton({ texts, onClick }: { texts: FileTexts; onClick: () => void }) {
  return <ToolButton label={texts.saveLabel} onClick={onClick} icon={<Download aria-hidden="true" />} />
}

function ToolButton({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <IconButton label={label} variant="ghost" size="sm" onClick={onClick}>
      {icon}
    </IconButton>
  )
}

/** Returns the server's sentence, unless it only says that something was not found. */
function faultOf(error: Error): string {
  return error instanceof ApiError && error.code !== 'not_found' ? error.message : fallbackTexts.download
}
