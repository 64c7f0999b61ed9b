declare global {
  /** The language that was clicked last, by web/app/head.js. */
  var clickedLanguage: HTMLButtonElement | undefined
}

/**
 * A page that is there before its scripts lets people choose what nobody hears of yet. Shows again what the page was drawn
 * with, as it comes alive with that, and returns how to make those choices once more, when they are heard.
 */
export function takeBackChoices(page: Element): () => void {
  const changes: (() => void)[] = []
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]')) {
    if (radio.checked && !radio.defaultChecked) changes.push(() => radio.click())
  }
  // The page comes anew with it, so it is the last.
  changes.push(() => globalThis.clickedLanguage?.click())
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]')) {
    if (radio.defaultChecked) radio.checked = true
  }
  return () => {
    for (const change of changes.splice(0)) change()
  }
}
