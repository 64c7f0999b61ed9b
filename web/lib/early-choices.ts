declare global {
  /** The language button that was clicked last. web/app/head.js sets it. */
  var clickedLanguage: HTMLButtonElement | undefined
}

/**
 * On a page that is shown before its scripts run, people can choose before any script listens. Resets the choices to
 * those that the page was built with, as React expects. Returns a function that makes the choices again.
 */
export function replayEarlyChoices(page: Element): () => void {
  const changes: (() => void)[] = []
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]')) {
    if (radio.checked && !radio.defaultChecked) changes.push(() => radio.click())
  }
  // This comes last, as it reloads the page.
  changes.push(() => globalThis.clickedLanguage?.click())
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]')) {
    if (radio.defaultChecked) radio.checked = true
  }
  return () => {
    for (const change of changes.splice(0)) change()
  }
}
