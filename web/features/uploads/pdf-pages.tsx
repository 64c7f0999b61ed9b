import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../contract/translate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readPdf, type PdfFile, type PdfPage } from './read-pdf.ts'
import { ViewFrame } from './view-frame.tsx'
import type { View } from './zoom.ts'

export interface PdfPagesProps {
  file: Blob
  /** For example "Pages of the slip". */
  label: string
  view: View
  onView: (view: View) => void
  /** Called when the first page is on the screen. */
  onDrawn: () => void
  /** Called if this browser cannot show the file, or if the file is damaged. */
  onFail: () => void
}

/** The pages of a PDF as pictures, one below the other. */
export function PdfPages({ file, label, view, onView, onDrawn, onFail }: PdfPagesProps) {
  const [pdf, setPdf] = useState<PdfFile | null>(null)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    let isLeft = false
    let close = () => {}
    readPdf(file).then(
      (read) => {
        close = read.close
        if (isLeft) close()
        else setPdf(read)
      },
      () => !isLeft && fail(),
    )
    return () => {
      isLeft = true
      close()
    }
  }, [file])
  if (!pdf) return <Skeleton className="m-auto h-72 w-56" />
  return (
    <ViewFrame label={label} view={view} onView={onView}>
      <div className="m-auto grid gap-3" style={{ width: `${view.zoom * 100}%` }}>
        {pdf.pages.map((page) => (
          <Page
            key={page.number}
            page={page}
            pageCount={pdf.pageCount}
            turn={view.turn}
            onDrawn={page.number === 1 ? onDrawn : undefined}
            onFail={onFail}
          />
        ))}
        {pdf.pageCount > pdf.pages.length && (
          <p className="text-center text-sm text-ink-2">
            {t('These are the first {shown} of {count} pages. Download the file to see the others.', {
              shown: pdf.pages.length,
              count: pdf.pageCount,
            })}
          </p>
        )}
      </div>
    </ViewFrame>
  )
}

interface PageProps {
  page: PdfPage
  pageCount: number
  turn: number
  onDrawn: (() => void) | undefined
  onFail: () => void
}

function Page({ page, pageCount, turn, onDrawn, onFail }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const fail = useEffectEvent(onFail)
  const finish = useEffectEvent(() => onDrawn?.())
  useEffect(() => {
    let isLeft = false
    // Each drawing has its own canvas, as two cannot share one while the first is under way.
    const drawn = document.createElement('canvas')
    page.draw(drawn, turn).then(
      () => {
        const shown = canvas.current
        if (isLeft || !shown) return
        shown.width = drawn.width
        shown.height = drawn.height
        shown.getContext('2d')?.drawImage(drawn, 0, 0)
        finish()
      },
      () => !isLeft && fail(),
    )
    return () => {
      isLeft = true
    }
  }, [page, turn])
  return (
    <figure>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('Page {number} of {count}', { number: page.number, count: pageCount })}
        className="w-full rounded-1 bg-white shadow-2"
      />
      <figcaption className="sr-only">{page.text}</figcaption>
    </figure>
  )
}
