import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Who is shown beside the list. It stands in the address, so that Back, a reload and a link show the same. */
export function useOpenUser(openId: string | undefined) {
  const navigate = useNavigate({ from: '/admin/users' })
  // Back closes the panel, however many people were looked at; once it is closed, Back does not open it again.
  const show = (user: string | undefined) =>
    navigate({
      search: (before) => ({ ...before, user }),
      replace: openId !== undefined,
      resetScroll: false,
    })
  return {
    openId,
    open: (id: string) => void show(id),
    /** The focus goes back to the row of whoever was looked at. */
    close: () => void show(undefined).then(() => openId !== undefined && focusUserRow(openId)),
  }
}

export type OpenUser = ReturnType<typeof useOpenUser>

/** Whoever opens a link finds the row in the table without a search for it; the page itself does not scroll. */
export function showInTable(row: HTMLTableRowElement | null): void {
  const region = row?.closest('[role=region]')
  if (!row || !region) return
  const [room, place] = [region.getBoundingClientRect(), row.getBoundingClientRect()]
  if (place.top > room.top && place.bottom < room.bottom) return
  region.scrollTop += place.top - room.top - (room.height - place.height) / 2
}

/**
 * The table gets narrower under the pointer when the panel opens beside it: the second click of two would do what by then
 * stands where the first one was.
 */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/** Of the link with the name, which stands for the row. */
export function userRowId(id: string): string {
  return `user-${id}`
}

/** Moves the focus to a row, if it is on the page, and brings it into sight. */
export function focusUserRow(id: string): void {
  showUserRow(id)
  document.getElementById(userRowId(id))?.focus({ preventScroll: true })
}

export function showUserRow(id: string): void {
  document.getElementById(userRowId(id))?.scrollIntoView({ block: 'nearest' })
}
