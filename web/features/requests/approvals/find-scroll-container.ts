/**
 * Returns the element that scrolls around another one; null for the page. An IntersectionObserver measures distances
 * within it.
 */
export function findScrollContainer(element: Element): Element | null {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
