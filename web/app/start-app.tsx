import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, trimPathRight, type AnyRouter } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { toasts } from '../../contract/texts.ts'
import { NavigationContext } from '../lib/app-link.tsx'
import { onReconnect } from '../lib/connection.ts'
import { queryClient, refetchFailed } from '../lib/query-client.ts'
import { routerNavigation } from '../lib/router-link.tsx'
import { watchSession } from '../lib/watch-session.ts'
import { createAppRouter } from './router.tsx'
import { toast } from '../ui/toast.ts'

/** Starts the app. The content that is already on the screen stays until the app has its page or its loading screen. */
export async function startApp(root: Root, { replacesPage = false } = {}): Promise<void> {
  const router = createAppRouter()
  watchSession({
    onChange: () => router.invalidate(),
    onExpired: () => toast({ ...toasts.sessionExpired, variant: 'destructive' }),
  })
  onReconnect(refetchFailed)
  await loadFirstPage(router)
  if (replacesPage) stayInPlace(router)
  // React works in small pieces, so that the browser can respond in between.
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
 * Loads the first page before the router is drawn, as the router would do then. It follows redirects to other pages,
 * and removes unknown parameters from the address.
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

/**
 * The app draws the page on the screen once more, and the router would scroll it to its top. This keeps the scroll
 * position.
 */
function stayInPlace(router: AnyRouter): void {
  const { scrollX: left, scrollY: top } = window
  const stop = router.subscribe('onRendered', () => {
    stop()
    scrollTo({ left, top, behavior: 'instant' })
  })
}
