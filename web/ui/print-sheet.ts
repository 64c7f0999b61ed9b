import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { withoutIsolates } from '../../contract/translate.ts'

/**
 * Prints a sheet, which the browser can also save as a PDF. Renders it beside the page and not in it: paper has another
 * width, for which the page may be laid out anew. So the sheet has no router and no queries.
 */
export function printSheet(title: string, sheet: ReactNode): void {
  removeSheet()
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'hidden print:block'
  const root = createRoot(host)
  // Browsers suggest the title as the name of the PDF.
  const pageTitle = document.title
  document.title = withoutIsolates(title)
  removeSheet = () => {
    document.title = pageTitle
    root.unmount()
    host.remove()
    removeSheet = () => {}
  }
  // The sheet has to be rendered before the browser takes its picture.
  flushSync(() => root.render(sheet))
  addEventListener('afterprint', () => removeSheet(), { once: true })
  print()
}

let removeSheet = () => {}
