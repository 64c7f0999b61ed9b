import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- The build makes the address of the file its default export.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

export interface PdfPage {
  number: number
  /** Draws the page, turned clockwise by so many degrees. */
  draw: (canvas: HTMLCanvasElement, turn: number) => Promise<void>
  /** What is written on it, for those who cannot see the picture. */
  text: string
}

export interface PdfFile {
  pages: PdfPage[]
  /** Of very long files only the first pages are read. */
  pageCount: number
  close: () => void
}

const readPagesMax = 10
/** Sharp enough to be looked at in twice its size. */
const drawnWidth = 1_400
/** A stranger's file must not fill the memory of whoever looks at it. */
const drawnHeightMax = 6_000
const imagePixelsMax = 50_000_000

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * Reads a PDF for pictures of its pages. Nothing in it runs, opens or loads anything: there are neither its scripts nor
 * its links nor its forms, only what is painted, and the reading happens in a worker of its own.
 */
export async function readPdf(file: Blob): Promise<PdfFile> {
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    enableXfa: false,
    maxImageSize: imagePixelsMax,
    // The content security policy lets no page compile code of its own.
    useWasm: false,
  })
  try {
    const document = await task.promise
    const numbers = Array.from({ length: Math.min(document.numPages, readPagesMax) }, (_, index) => index + 1)
    const pages = await Promise.all(numbers.map((number) => readPage(document, number)))
    return { pages, pageCount: document.numPages, close: () => void task.destroy() }
  } catch (error) {
    void task.destroy()
    throw error
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>

async function readPage(document: PdfDocument, number: number): Promise<PdfPage> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  return {
    number,
    text: items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .slice(0, 10_000),
    draw: async (canvas, turn) => {
      const rotation = (page.rotate + turn) % 360
      const { width, height } = page.getViewport({ scale: 1, rotation })
      const scale = Math.min(drawnWidth / width, drawnHeightMax / height)
      const viewport = page.getViewport({ scale, rotation })
      canvas.width = Math.ceil(viewport.width)
      canvas.height = Math.ceil(viewport.height)
      await page.render({ canvas, viewport, annotationMode: 0 }).promise
    },
  }
}
