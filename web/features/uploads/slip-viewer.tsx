import { Download, FileText, FileX, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { fallbackTexts, emptyTexts, failureTitles, toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { SlipImage } from './slip-image.tsx'
import { useSlipFile } from './use-slip-file.ts'
import { rotate, startView, zoomIn, zoomOut } from './zoom.ts'

interface SlipViewerProps {
  userId: string
  /** Null when the request has no payment slip. */
  uploadId: string | null
}

/** The payment slip beside the request that it belongs to. */
export function SlipViewer({ userId, uploadId }: SlipViewerProps) {
  if (uploadId !== null) return <StoredSlip key={uploadId} userId={userId} uploadId={uploadId} />
  return (
    <Frame tools={<DownloadButton onClick={() => toast({ ...toasts.noAttachment, variant: 'destructive' })} />}>
      <div className="m-auto grid justify-items-center gap-2 text-center text-bad">
        <FileX aria-hidden="true" size={32} />
        <p className="font-semibold">{emptyTexts.noSlip}</p>
      </div>
    </Frame>
  )
}

function StoredSlip({ userId, uploadId }: { userId: string; uploadId: string }) {
  const { blob, fileName, error, refetch, isFetching } = useSlipFile(userId, uploadId)
  const [view, setView] = useState(startView)
  const isImage = blob?.type.startsWith('image/') ?? false
  const save = () => {
    if (blob) saveFile(blob, fileName ?? `payment-slip.${extensions[blob.type] ?? 'bin'}`)
    else if (error) toast({ title: failureTitles.slipDownload, description: faultOf(error), variant: 'destructive' })
  }

  return (
    <Frame
      tools={
        <>
          {isImage && (
            <>
              <ToolButton label="Zoom in" onClick={() => setView(zoomIn)} icon={<ZoomIn aria-hidden="true" />} />
              <ToolButton label="Zoom out" onClick={() => setView(zoomOut)} icon={<ZoomOut aria-hidden="true" />} />
              <ToolButton label="Rotate" onClick={() => setView(rotate)} icon={<RotateCw aria-hidden="true" />} />
            </>
          )}
          <DownloadButton onClick={save} />
        </>
      }
    >
      {error && (
        <Notice
          tone="bad"
          role="alert"
          title={failureTitles.slipDownload}
          className="m-auto"
          action={
            <Button variant="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {faultOf(error)}
        </Notice>
      )}
      {!error && !blob && <Skeleton className="m-auto h-72 w-56" />}
      {blob && isImage && <SlipImage image={blob} view={view} onView={setView} />}
      {blob && !isImage && <PdfSlip onSave={save} />}
    </Frame>
  )
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

/** Browsers show no PDF in a frame that is shut off from the page, and this page lets no file of a stranger into itself. */
function PdfSlip({ onSave }: { onSave: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 text-center">
      <FileText aria-hidden="true" size={40} className="text-link" />
      <p className="font-semibold">The slip is a PDF.</p>
      <p className="max-w-64 text-sm text-ink-2">
        For safety it does not open inside this page. Download it to look at it.
      </p>
      <Button variant="ghost" onClick={onSave}>
        <Download aria-hidden="true" />
        Download PDF
      </Button>
    </div>
  )
}

function Frame({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <section aria-label="Payment slip" className="flex min-h-72 min-w-0 flex-col gap-3 bg-sunken p-4 lg:min-h-[34rem]">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium text-ink-2">Payment slip</p>
        <div className="flex gap-1">{tools}</div>
      </div>
      {children}
    </section>
  )
}

function DownloadButton({ onClick }: { onClick: () => void }) {
  return <ToolButton label="Download slip" onClick={onClick} icon={<Download aria-hidden="true" />} />
}

function ToolButton({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <IconButton label={label} variant="ghost" size="sm" onClick={onClick}>
      {icon}
    </IconButton>
  )
}

/** The server's sentence, where it has one that says more than that something is missing. */
function faultOf(error: Error): string {
  return error instanceof ApiError && error.code !== 'not_found' ? error.message : fallbackTexts.download
}
