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

/**
 * Makes a page that loads when it is first opened. The type of the page is kept out of the routes: the page reads its
 * search from them, so the types would refer to each other.
 */
export function lazyPage<K extends string, T extends Record<K, unknown>>(
  load: () => Promise<T>,
  name: K,
): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name)
}

// The modules of a page use its texts as soon as they run, so the texts load first. The build reads the area of each
// page here.
export const legalPage = pageOf('legal')
export const memberPage = pageOf('member')
export const adminPage = pageOf('admin')

function pageOf(area: string): typeof lazyPage {
  return (load, name) => lazyPage(() => loadTexts(area).then(load), name)
}
