import { useLayoutEffect, type RefObject } from 'react'
import { ScrollLock } from '../../ui/scroll-lock.tsx'
import { fitAboveKeyboard } from './fit-above-keyboard.ts'

/**
 * Stands in a sheet that covers a phone's screen. It shrinks the sheet for the keyboard and stops the page behind from
 * scrolling.
 */
export function PhoneSheetLayout({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => (frame.current ? fitAboveKeyboard(frame.current) : undefined), [frame])
  return <ScrollLock />
}
