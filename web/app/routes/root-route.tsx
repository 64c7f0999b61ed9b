import { createRootRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { loadTexts } from '../../lib/load-texts.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { RootLayout } from '../layouts/root-layout.tsx'

export const rootRoute = createRootRoute({
  component: RootLayout,
  beforeLoad: async () => {
    await queryClient.ensureQueryData(sessionQuery)
  },
})

/** A page that is loaded when it is first opened. Its type is kept out of the routes, which the page itself asks for its search. */
export function page<K extends string, T extends Record<K, unknown>>(load: () => Promise<T>, name: K): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name)
}

// The modules of a page say its texts as soon as they run, so these come first. The build reads which page is of which area.
export const legalPage = pageOf('legal')
export const memberPage = pageOf('member')
export const adminPage = pageOf('admin')

function pageOf(area: string): typeof page {
  return (load, name) => page(() => loadTexts(area).then(load), name)
}
