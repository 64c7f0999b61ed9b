import { windowTitle } from '../../contract/pages.ts'
import { markFavicon } from './favicon.ts'

/** The window's title: the name of the page, preceded by the number of unread messages and of new requests. */
let page = 'ET'
const counts = { messages: 0, requests: 0 }

export function setWindowTitle(title: string | undefined): void {
  page = windowTitle(title)
  write()
}

/** Shows news to people who look at another tab: their number in the title, and a dot on the icon while there are any. */
export function showCountInTitle(of: keyof typeof counts, count: number): void {
  counts[of] = count
  write()
  void markFavicon(sum() > 0)
}

function sum(): number {
  return counts.messages + counts.requests
}

function write() {
  const news = sum()
  document.title = news > 0 ? `(${news > 99 ? '99+' : news}) ${page}` : page
}
