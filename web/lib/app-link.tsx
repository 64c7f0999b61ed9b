import { createContext, createElement, use, type ComponentProps, type ComponentType } from 'react'

export type AppLinkProps = ComponentProps<'a'> & { href: string }

export interface Navigation {
  Link: ComponentType<AppLinkProps>
  goTo: (path: string) => void
}

/** A link of the site by a plain path, for components that do not know the routes or if there is a router. */
export function AppLink(props: AppLinkProps) {
  return createElement(use(NavigationContext).Link, props)
}

/** Returns a function that opens another page of the site. */
export function useGoTo(): (path: string) => void {
  return use(NavigationContext).goTo
}

/**
 * The default is for the home page, which has no router: its links open another document. The app provides the router.
 */
export const NavigationContext = createContext<Navigation>({
  Link: DocumentLink,
  goTo: (path) => location.assign(path),
})

/** A link to a section of the home page changes only the hash, so that the page is not opened again. */
function DocumentLink({ href, children, ...props }: AppLinkProps) {
  return (
    <a href={href.startsWith('/#') ? href.slice(1) : href} {...props}>
      {children}
    </a>
  )
}
