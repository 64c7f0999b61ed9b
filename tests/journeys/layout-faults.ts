import type { Page } from '@playwright/test'

/** The text spacing of WCAG 1.4.12, which people may set without losing any text. */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** Returns the texts that are cut off or leave their box only under this text spacing, and not in `before`. */
export async function findSpacingFaults(page: Page, before: string[]): Promise<string[]> {
  // The content security policy forbids style elements.
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

/**
 * Returns the texts that reach out of a box that cuts them off, or out of their button. Texts that end in "…" are left
 * out.
 */
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
        // The text is for screen readers only, or is cut with a visible sign.
        if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break
        const edge = box.getBoundingClientRect()
        // An element outside of the flow, such as a count on an icon, may reach over the edge.
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

/** Returns the stops of the keyboard that show no ring, or that another element covers. */
export async function findFocusFaults(page: Page): Promise<string[]> {
  // The first Tab makes the page show focus rings.
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
      // An input that only screen readers see, such as that of a custom box, is represented by its label.
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
 * Returns the controls that are lower than a finger or a pointer needs, or narrower than 24 px. A link in a sentence is
 * as high as the sentence.
 */
export function findSmallTargets(page: Page, within: string, leastPx: number): Promise<string[]> {
  return page.evaluate(
    ([place, least]) => {
      const controls =
        'a:is([class*=h-control], [class*=h-touch], [class*=h-compact]), button, input, select, textarea, summary, [role=tab]'
      return [...document.querySelectorAll<HTMLElement>(`${place} :is(${controls})`)].flatMap((element) => {
        // A custom control is drawn in its label, and its input is for screen readers only.
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
