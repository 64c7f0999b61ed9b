import { windowTitle } from '../../contract/page-titles.ts'

/** What the window is called: the page, and before it how much is unread. */
let page = 'ET'
let unread = 0

export function nameWindow(title: string | undefined): void {
  page = windowTitle(title)
  write()
}

export function countInTitle(count: number): void {
  unread = count
  write()
}

function write() {
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${page}` : page
}
