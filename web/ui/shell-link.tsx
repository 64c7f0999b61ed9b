import { createContext, createElement, use, type ComponentProps, type ComponentType } from 'react'

export type LinkProps = ComponentProps<'a'> & { href: string }

/**
 * The link component of the shell parts. The app provides that of its router, so that the kit does not depend on the
 * router.
 */
export const ShellLinkContext = createContext<ComponentType<LinkProps>>(PlainLink)

export function ShellLink(props: LinkProps) {
  return createElement(use(ShellLinkContext), props)
}

function PlainLink({ children, ...props }: LinkProps) {
  return <a {...props}>{children}</a>
}
