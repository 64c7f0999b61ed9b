/**
 * Keeps a sheet that covers a phone's screen above the keyboard, which lies over the page on some phones. Returns a
 * function that stops this.
 */
export function fitAboveKeyboard(sheet: HTMLElement): () => void {
  const { visualViewport: viewport } = window
  if (!viewport) return () => {}
  const fit = () => {
    // A person who zooms in wants to see a part of the sheet, not a smaller sheet.
    if (viewport.scale > 1) return
    sheet.style.insetBlockStart = `${viewport.offsetTop}px`
    sheet.style.insetBlockEnd = 'auto'
    sheet.style.blockSize = `${viewport.height}px`
  }
  fit()
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  return () => {
    viewport.removeEventListener('resize', fit)
    viewport.removeEventListener('scroll', fit)
    for (const name of ['inset-block-start', 'inset-block-end', 'block-size']) sheet.style.removeProperty(name)
  }
}
