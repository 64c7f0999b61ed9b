import { useState, type ComponentType, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { ShellLinkContext, type LinkProps } from './shell-link.tsx'
import { SidebarContext } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'

interface AppShellProps {
  /** Renders the links of the bars. The default is a plain anchor. */
  link?: ComponentType<LinkProps> | undefined
  topBar: ReactNode
  ticker?: ReactNode
  sidebar?: ReactNode
  footer?: ReactNode
  /**
   * The width of the content. member: 1200 px; admin: 1600 px; full: edge to edge, for pages that lay out their own
   * bands.
   */
  width?: 'member' | 'admin' | 'full' | undefined
  children: ReactNode
}

/**
 * The frame of every page. The bars stay at the top. The sidebar stands beside the content, or over it below 1024 px.
 */
export function AppShell({ link, topBar, ticker, sidebar, footer, width = 'member', children }: AppShellProps) {
  const [isOpen, setIsOpen] = useState(false)
  const page = (
    <SidebarContext value={{ hasSidebar: sidebar != null, isOpen, setIsOpen }}>
      <SkipLink />
      <div className="sticky top-0 z-40">
        {topBar}
        {ticker}
      </div>
      <div
        // On wide screens, a panel at the side takes its room from this element.
        data-beside-panel={sidebar != null || undefined}
        className={cn(
          'grid min-h-[calc(100dvh-var(--topbar)-var(--ticker))] grid-cols-1',
          sidebar != null && 'lg:grid-cols-[var(--sidebar)_minmax(0,1fr)]',
        )}
      >
        {sidebar}
        <div className="flex min-w-0 flex-col">
          <main
            id="content"
            tabIndex={-1}
            className={cn(
              'flex-1 focus:outline-none',
              widthStyles[width],
              // The footer starts below the screen, so that it does not jump down as the content loads.
              sidebar != null && 'min-h-[calc(100dvh-var(--topbar)-var(--ticker))] flex-none',
            )}
          >
            {children}
          </main>
          {footer}
        </div>
      </div>
    </SidebarContext>
  )
  return link ? <ShellLinkContext value={link}>{page}</ShellLinkContext> : page
}

const pageStyles = 'w-full px-4 pt-5 pb-12 lg:px-8 lg:pt-7'

const widthStyles = {
  member: cn(pageStyles, 'max-w-[calc(var(--content)+64px)]'),
  admin: cn(pageStyles, 'max-w-[calc(var(--content-admin)+64px)]'),
  full: '',
}
