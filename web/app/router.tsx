import { createRouter, type RegisteredRouter, type RouterHistory } from '@tanstack/react-router'
import type { PagePath } from '../../contract/pages.ts'
import { announcePages } from '../lib/announce-pages.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { StartFailed } from './layouts/start-failed.tsx'
import { StartScreen } from './layouts/start-screen.tsx'
import { adminPages } from './routes/admin-routes.tsx'
import { memberPages } from './routes/member-routes.tsx'
import { publicPages } from './routes/public-routes.tsx'
import { rootRoute } from './routes/root-route.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Makes the router. Without `history`, it uses that of the browser. */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    // Unknown parameters, such as those that a mail or another site has added, are dropped and never sent to the
    // server.
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: StartScreen,
    defaultErrorComponent: StartFailed,
    scrollRestoration: true,
  })
  announcePages(router, router.history)
  return router
}

const routeTree = rootRoute.addChildren([publicPages, memberPages, adminPages])

/** The page that a route shows: "/admin/users/$userId" is the page "/admin/users/:userId". */
type PageOf<Path> = Path extends '/'
  ? '/'
  : Path extends `${infer Start}/`
    ? PageOf<Start>
    : Path extends `${infer Start}$${infer Name}`
      ? `${Start}:${Name}`
      : Path
type RoutedPage = PageOf<Exclude<keyof RegisteredRouter['routesByPath'], '/$'>>

type None<Missing extends never> = Missing
/** Neither compiles unless the pages of contract/pages.ts and the routes are the same. */
export type PageWithoutRoute = None<Exclude<PagePath, RoutedPage>>
export type RouteWithoutPage = None<Exclude<RoutedPage, PagePath>>
