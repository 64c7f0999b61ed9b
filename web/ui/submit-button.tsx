import type { MouseEvent } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/**
 * The button that sends a form. A press does not take the focus from the field: the sentence that a field shows once it
 * is left would move the button away under the pointer, and the click would be lost.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'onMouseDown' | 'asChild'>) {
  return <Button {...props} type="submit" onMouseDown={keepFocus} />
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
