import { Link, type AnyRouter, type LinkComponentProps } from '@tanstack/react-router'
import type { AppLinkProps, Navigation } from './app-link.tsx'
import { parseSearch } from './search.ts'

/** Links and steps to other pages by the router, which opens them in the page that is there. */
export function routerNavigation(router: AnyRouter): Navigation {
  return { Link: RouterLink, goTo: (path) => void router.navigate({ to: path }) }
}

/** Other addresses than those of the app stay ordinary links. */
export function RouterLink({ href, ...props }: AppLinkProps) {
  if (!href.startsWith('/') || href.startsWith('/dev/')) return <a href={href} {...props} />
  const url = new URL(href, location.origin)
  const target = { to: url.pathname, search: parseSearch(url.search), hash: url.hash.slice(1) }
  // A link with a search, such as the one that opens the chat, leads to the page one is on only if that is open like this.
  const activeOptions = { exact: true, includeHash: true, includeSearch: url.search !== '' }
  // Which routes there are is not known here, so the router's own type of its links does not fit.
  const link = { ...props, ...target, activeOptions } as unknown as LinkComponentProps<'a'>
  return <Link {...link} />
}
