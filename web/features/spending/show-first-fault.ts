/** Takes the focus to the first part of a form that is wrong, or to what can put it right. */
export function showFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault] :is(a, button)')?.focus()
  })
}
