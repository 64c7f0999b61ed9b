import { getDocument, GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- The build makes the address of the file its default export.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

export interface PdfPage {
  number: number
  /** Draws the page, turned clockwise by `turn` degrees. */
  draw: (canvas: HTMLCanvasElement, turn: number) => Promise<void>
  /** The text on the page, for screen readers. */
  text: string
}

export interface PdfFile {
  pages: PdfPage[]
  /** The number of all pages. For very long files only the first pages are read. */
  pageCount: number
  close: () => void
}

const readPagesMax = 10
/** Sharp enough to be shown at twice its size. */
const drawnWidth = 1_400
/** A stranger's file must not fill the memory of the person who looks at it. */
const drawnHeightMax = 6_000
const imagePixelsMax = 50_000_000
/** Long enough for a scan on a slow computer. A small file can be built so that drawing it never ends. */
const patienceMs = 20_000

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * Reads a PDF to draw pictures of its pages. Its scripts, links and forms are left out, so nothing in it runs, opens or
 * loads anything. A separate worker reads it, and ends with all its work.
 */
export async function readPdf(file: Blob): Promise<PdfFile> {
  const worker = new PDFWorker()
  const task = getDocument({
    worker,
    data: new Uint8Array(await file.arrayBuffer()),
    enableXfa: false,
    maxImageSize: imagePixelsMax,
    // The content security policy allows no compiled code in pages.
    useWasm: false,
  })
  const close = () => {
    // A worker in an endless loop would never handle the message to stop, so the worker itself is destroyed.
    worker.destroy()
    task.destroy().catch(() => undefined)
  }
  try {
    return { ...(await inTime(readPages(task))), close }
  } catch (error) {
    close()
    throw error
  }
}

async function readPages({ promise }: ReturnType<typeof getDocument>) {
  const document = await promise
  const numbers = Array.from({ length: Math.min(document.numPages, readPagesMax) }, (_, index) => index + 1)
  return { pages: await Promise.all(numbers.map((number) => readPage(document, number))), pageCount: document.numPages }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('reading the file takes too long')), patienceMs)
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
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
      await inTime(page.render({ canvas, viewport, annotationMode: 0 }).promise)
    },
  }
}
