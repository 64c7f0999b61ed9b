import type { MouseEvent } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/**
 * The button that sends a form. A press leaves the focus in the field. Otherwise the field would show its fault, which
 * moves the button away under the pointer, and the click would be lost.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'onMouseDown' | 'asChild'>) {
  return <Button {...props} type="submit" onMouseDown={keepFocus} />
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
