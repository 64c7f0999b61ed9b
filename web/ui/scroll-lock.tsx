import { useLayoutEffect } from 'react'

/**
 * Keeps the page behind a dialog still while it is mounted. Padding replaces the width of the scroll bar, so that the
 * page does not move sideways. Radix's own overlay does the same with a style element, which the content security
 * policy refuses.
 */
export function ScrollLock() {
  useLayoutEffect(() => {
    if (lockCount++ === 0) lockPage()
    return () => {
      if (--lockCount === 0) unlockPage()
    }
  }, [])
  return null
}

let lockCount = 0

function lockPage() {
  const root = document.documentElement
  const scrollBarWidth = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  document.body.style.paddingInlineEnd = scrollBarWidth > 0 ? `${scrollBarWidth}px` : ''
}

function unlockPage() {
  document.documentElement.style.overflow = ''
  document.body.style.paddingInlineEnd = ''
}
