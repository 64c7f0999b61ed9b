import type { Page } from '@playwright/test'

/** What WCAG 1.4.12 lets a person set for all text; nothing may be lost by it. */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** The texts that are cut off, or run out of what they stand in, once the spacing of all text is set as wide as that. */
export async function findSpacingFaults(page: Page): Promise<string[]> {
  const before = await findCutTexts(page)
  // The content security policy lets no style element in.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, textSpacing)
  const after = await findCutTexts(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  if (overflow > 0) after.push(`the page scrolls sideways by ${overflow} px`)
  return after.filter((fault) => !before.includes(fault))
}

/** Texts that reach out of what cuts them off, or of their button. What ends in "…" is known to go on, and is left out. */
export function findCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? ''
      if (text === '' || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      range.selectNodeContents(node)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      let [canCutX, canCutY, isInFlow] = [true, true, true]
      for (let box: Element | null = node.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath, display, position } =
          getComputedStyle(box)
        // What only screen readers are told, and what is cut with a sign of it.
        if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break
        const edge = box.getBoundingClientRect()
        // What is set beside the flow, such as a count on an icon, may stand over the edge.
        isInFlow &&= position !== 'absolute'
        const isButton = isInFlow && display !== 'inline' && box.matches('button, a, summary, [role=tab]')
        const cutsX = canCutX && (isButton || /hidden|clip/.test(overflowX))
        const cutsY = canCutY && (isButton || /hidden|clip/.test(overflowY))
        if (cutsX && (left < edge.left - 1 || right > edge.right + 1))
          faults.push(`${text.slice(0, 40)} is cut at the side`)
        else if (cutsY && (top < edge.top - 1 || bottom > edge.bottom + 1))
          faults.push(`${text.slice(0, 40)} is cut in height`)
        if (/auto|scroll/.test(overflowX)) canCutX = false
        if (/auto|scroll/.test(overflowY)) canCutY = false
      }
    }
    return faults
  })
}

/** The stops of the keyboard that show no ring, or that come to rest under something else. */
export async function findFocusFaults(page: Page): Promise<string[]> {
  // From here on the page takes it that the keyboard is used.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const faults: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled, [inert] *')) continue
      element.focus()
      if (document.activeElement !== element) continue
      const name = `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.innerText).slice(0, 40)}"`
      const ringed = [element, element.parentElement, element.parentElement?.parentElement]
      const isRinged = ringed.some(
        (one) =>
          one && getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) >= 2,
      )
      if (!isRinged) faults.push(`no ring: ${name}`)
      // What only screen readers see, such as the input of a box that is drawn anew, has its label seen in its place.
      const shown = element.clientWidth <= 1 ? (element.closest('label') ?? element) : element
      const { x, y, width, height } = shown.getBoundingClientRect()
      const middle = document.elementFromPoint(x + Math.min(width / 2, 40), y + Math.min(height / 2, 20))
      if (getComputedStyle(shown).pointerEvents === 'none') continue
      if (middle && !shown.contains(middle) && !middle.contains(shown))
        faults.push(`covered: ${name} by ${middle.className.toString().slice(0, 50)}`)
    }
    return faults
  })
}

/**
 * Controls that are lower than a finger or a pointer needs, or narrower than 24 px. A link in a sentence is as high as the
 * sentence.
 */
export function findSmallTargets(page: Page, within: string, leastPx: number): Promise<string[]> {
  return page.evaluate(
    ([place, least]) => {
      const controls =
        'a:is([class*=h-control], [class*=h-touch], [class*=h-compact]), button, input, select, textarea, summary, [role=tab]'
      return [...document.querySelectorAll<HTMLElement>(`${place} :is(${controls})`)].flatMap((element) => {
        // What is drawn anew stands in its label, and is itself for screen readers alone.
        const target = element.closest('label') ?? element
        const { width, height } = target.getBoundingClientRect()
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1
        if (!isSeen || getComputedStyle(target).display === 'inline') return []
        if (Math.round(height) >= least && Math.round(width) >= 24) return []
        const name = (element.ariaLabel ?? element.innerText).slice(0, 40)
        return `${element.tagName.toLowerCase()} "${name}" of ${Math.round(width)} x ${Math.round(height)}`
      })
    },
    [within, leastPx] as const,
  )
}
