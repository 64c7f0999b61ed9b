/** What an element scrolls in; null for the page. How near to it something is can be asked of it alone. */
export function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
