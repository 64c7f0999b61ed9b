import { createContext, createElement, use, type ComponentProps, type ComponentType } from 'react'

export type AppLinkProps = ComponentProps<'a'> & { href: string }

export interface Navigation {
  Link: ComponentType<AppLinkProps>
  goTo: (path: string) => void
}

/** A link of the site given as a plain path, for parts that know neither the routes nor whether there is a router. */
export function AppLink(props: AppLinkProps) {
  return createElement(use(NavigationContext).Link, props)
}

/** Leads to another page of the site after something was done. */
export function useGoTo(): (path: string) => void {
  return use(NavigationContext).goTo
}

/** The home page stands by itself, and whoever leaves it opens another document. In the app the router goes there. */
export const NavigationContext = createContext<Navigation>({
  Link: DocumentLink,
  goTo: (path) => location.assign(path),
})

/** A section of the page one is on is reached without opening the page again, whatever else its address says. */
function DocumentLink({ href, children, ...props }: AppLinkProps) {
  return (
    <a href={href.startsWith('/#') ? href.slice(1) : href} {...props}>
      {children}
    </a>
  )
}
