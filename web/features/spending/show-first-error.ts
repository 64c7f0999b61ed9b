/** Takes the focus to the first part of a form that is wrong, or to what can put it right. */
export function showFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault] :is(a, button)')
    fault?.focus({ preventScroll: true })
    // In the middle its label and its sentence are seen, too, and no bar covers them.
    fault?.scrollIntoView({ block: 'center' })
  })
}
