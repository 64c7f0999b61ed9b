/** Moves the focus to the first faulty part of a form, or to the link or button that can mend it. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault] :is(a, button)')
    fault?.focus({ preventScroll: true })
    // In the middle of the screen, the label and the sentence are visible too, and no bar covers them.
    fault?.scrollIntoView({ block: 'center' })
  })
}
