import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { parseSearch } from './search.ts'

/** A link of the app given as a plain path, for parts that do not know the routes. Other addresses stay ordinary links. */
export function AppLink({ href, ...props }: ComponentProps<'a'> & { href: string }) {
  if (!href.startsWith('/') || href.startsWith('/dev/')) return <a href={href} {...props} />
  const url = new URL(href, location.origin)
  const target = { to: url.pathname, search: parseSearch(url.search), hash: url.hash.slice(1) }
  // Which routes there are is not known here, so the router's own type of its links does not fit.
  const link = { ...props, ...target, activeOptions } as unknown as LinkComponentProps<'a'>
  return <Link {...link} />
}

const activeOptions = { exact: true, includeHash: true, includeSearch: false }
