import { windowTitle } from '../../contract/pages.ts'

/** The window's title: the name of the page, preceded by the number of unread messages. */
let page = 'ET'
let unread = 0

export function setWindowTitle(title: string | undefined): void {
  page = windowTitle(title)
  write()
}

export function showCountInTitle(count: number): void {
  unread = count
  write()
}

function write() {
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${page}` : page
}
