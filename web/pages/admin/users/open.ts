import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Opens one person beside the list. The address holds the id, so that Back, a reload and a link show the same. */
export function useOpenUser(openId: string | undefined) {
  const navigate = useNavigate({ from: '/admin/users' })
  // Changing the person replaces the history entry: one step back closes the panel. Closing it replaces the entry, too,
  // so that Back does not open it again.
  const show = (user: string | undefined) =>
    navigate({
      search: (before) => ({ ...before, user }),
      replace: openId !== undefined,
      resetScroll: false,
    })
  return {
    openId,
    open: (id: string) => void show(id),
    /** The focus returns to the row of the shown person. */
    close: () => void show(undefined).then(() => openId !== undefined && focusUserRow(openId)),
  }
}

export type OpenUser = ReturnType<typeof useOpenUser>

/**
 * Scrolls the table to the row of the open person, for readers who followed a link. The page itself does not scroll.
 */
export function scrollTableToRow(row: HTMLTableRowElement | null): void {
  const region = row?.closest('[role=region]')
  if (!row || !region) return
  const [room, place] = [region.getBoundingClientRect(), row.getBoundingClientRect()]
  if (place.top > room.top && place.bottom < room.bottom) return
  region.scrollTop += place.top - room.top - (room.height - place.height) / 2
}

/**
 * Ignores the second click of a double click. The table gets narrower when the panel opens, so another control may
 * stand under the pointer by then.
 */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/** Returns the id of the link with the name, which stands for the row. */
export function userRowId(id: string): string {
  return `user-${id}`
}

/** Moves the focus to a row and scrolls it into sight, if it is on the page. */
export function focusUserRow(id: string): void {
  showUserRow(id)
  document.getElementById(userRowId(id))?.focus({ preventScroll: true })
}

export function showUserRow(id: string): void {
  document.getElementById(userRowId(id))?.scrollIntoView({ block: 'nearest' })
}
