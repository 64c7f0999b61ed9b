import { Link, type AnyRouter, type LinkComponentProps } from '@tanstack/react-router'
import type { AppLinkProps, Navigation } from './app-link.tsx'
import { parseSearch } from './search.ts'

/** Makes links and navigation go through the router, which opens pages without loading a document. */
export function routerNavigation(router: AnyRouter): Navigation {
  return { Link: RouterLink, goTo: (path) => void router.navigate({ to: path }) }
}

/** A link for the router. Addresses outside of the app stay ordinary links. */
export function RouterLink({ href, ...props }: AppLinkProps) {
  if (!href.startsWith('/') || href.startsWith('/dev/')) return <a href={href} {...props} />
  const url = new URL(href, location.origin)
  const target = { to: url.pathname, search: parseSearch(url.search), hash: url.hash.slice(1) }
  // A link with a search, such as the one that opens the chat, counts as current only if the search is the same.
  const activeOptions = { exact: true, includeHash: true, includeSearch: url.search !== '' }
  // The routes are not known here, so the router's own type for its links does not fit.
  const link = { ...props, ...target, activeOptions } as unknown as LinkComponentProps<'a'>
  return <Link {...link} />
}
