import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { setWindowTitle } from './window-title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The name of the page, in the window's title. */
    title?: string
  }
}

/** Names the window after each page, and moves the focus to the new page's heading so that it is read out. */
export function announcePages(router: AnyRouter, history: RouterHistory): void {
  let hasLeft = false
  // If the person leaves the first page before it is shown, the router knows no previous page.
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') hasLeft = true
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    setWindowTitle(router.state.matches.findLast((match) => match.staticData.title)?.staticData.title)
    const isNewPage = fromLocation ? fromLocation.pathname !== toLocation.pathname : hasLeft
    if (!isNewPage || toLocation.hash !== '') return
    // The search for everything may be open before the page has come. It keeps the focus, and the letters typed into
    // it.
    if (document.activeElement?.closest('[data-palette]')) return
    const heading = document.querySelector<HTMLElement>('h1') ?? document.getElementById('content')
    heading?.focus({ preventScroll: true })
  })
}
