import { createRootRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { sessionQuery } from '../lib/session.ts'
import { RootLayout } from '../pages/layouts/root-layout.tsx'

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
