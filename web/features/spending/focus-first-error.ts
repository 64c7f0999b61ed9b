/** About half a second. A fault that an answer brings may be drawn some frames after the answer. */
const framesMost = 30

/** Moves the focus to the first faulty part of a form, or to the link or button that can mend it. */
export function focusFirstError(form: HTMLFormElement | null, frames = framesMost): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault] :is(a, button)')
    if (!fault) return frames > 1 ? focusFirstError(form, frames - 1) : undefined
    fault.focus({ preventScroll: true })
    // In the middle of the screen, the label and the sentence are visible too, and no bar covers them.
    fault.scrollIntoView({ block: 'center' })
  })
}
