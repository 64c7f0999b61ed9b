import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { direction } from '../../contract/translate.ts'
import { cn } from './cn.ts'

/**
 * Tabs. Arrow keys, Home and End move between them, and the list is one tab stop. Give it value and onValueChange to
 * keep the tab in the URL.
 */
export function Tabs({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root dir={direction} {...props} className={cn('grid min-w-0 gap-4', className)} />
}

export function TabList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      ref={showChosenTab}
      {...props}
      className={cn('scroll-row flex gap-1 border-b border-line', className)}
    />
  )
}

/**
 * Scrolls the list to the chosen tab, which may be out of sight on a narrow screen. The page itself does not scroll.
 */
function showChosenTab(list: HTMLElement | null): void {
  const tab = list?.querySelector('[role=tab][data-state=active]')
  if (!list || !tab) return
  const [room, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (place.left < room.left || place.right > room.right) {
    list.scrollLeft += place.left - room.left - (room.width - place.width) / 2
  }
}

export function Tab({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className={cn(
        'flex h-control flex-none items-center gap-2 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-ink-2',
        'hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-brand data-[state=active]:text-ink',
        className,
      )}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={cn('min-w-0', className)} />
}
