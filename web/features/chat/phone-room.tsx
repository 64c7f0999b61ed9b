import { useLayoutEffect, type RefObject } from 'react'
import { ScrollLock } from '../../ui/scroll-lock.tsx'
import { fitAboveKeyboard } from './fit-above-keyboard.ts'

/** Belongs into a sheet that covers a phone: the keyboard takes its room from the sheet, and nothing scrolls behind it. */
export function PhoneRoom({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => (frame.current ? fitAboveKeyboard(frame.current) : undefined), [frame])
  return <ScrollLock />
}
