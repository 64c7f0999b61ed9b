import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, trimPathRight, type AnyRouter } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { toasts } from '../../contract/texts.ts'
import { NavigationContext } from '../lib/app-link.tsx'
import { onReconnect } from '../lib/connection.ts'
import { queryClient, refreshFailed } from '../lib/query-client.ts'
import { routerNavigation } from '../lib/router-link.tsx'
import { watchSession } from '../lib/watch-session.ts'
import { createAppRouter } from './router.tsx'
import { toast } from '../ui/toast.ts'

/** Begins the app. What stands in its place already stays until the app has its page: another one, or that it loads. */
export async function startApp(root: Root, { isInPlaceOfAPage = false } = {}): Promise<void> {
  const router = createAppRouter()
  watchSession({
    onChange: () => router.invalidate(),
    onExpired: () => toast({ ...toasts.sessionExpired, variant: 'destructive' }),
  })
  onReconnect(refreshFailed)
  await loadFirstPage(router)
  if (isInPlaceOfAPage) stayInPlace(router)
  // In small pieces, between which the browser answers.
  startTransition(() => {
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <NavigationContext value={routerNavigation(router)}>
            <RouterProvider router={router} />
          </NavigationContext>
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}

/**
 * What the router does when it is drawn, done before: it follows the address, as a page may lead on to another one, and leaves
 * out of it what belongs to no page.
 */
async function loadFirstPage(router: ReturnType<typeof createAppRouter>): Promise<void> {
  const stopFollowing = router.history.subscribe(() => void router.load())
  const { latestLocation: typed } = router
  const known = router.buildLocation({
    to: typed.pathname,
    search: true,
    params: true,
    hash: true,
    state: true,
    _includeValidateSearch: true,
  })
  if (trimPathRight(known.publicHref) === trimPathRight(typed.publicHref)) await router.load()
  else await router.commitLocation({ ...known, replace: true })
  stopFollowing()
}

/** The app draws the page that is there once more, and a router would show its beginning: nobody is moved by that. */
function stayInPlace(router: AnyRouter): void {
  const { scrollX: left, scrollY: top } = window
  const stop = router.subscribe('onRendered', () => {
    stop()
    scrollTo({ left, top, behavior: 'instant' })
  })
}
