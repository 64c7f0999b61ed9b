const markPath = '/mark.svg'
/** Lower right, in the colour of what asks for attention; the white edge keeps it apart from the coin. */
const dot = '<circle cx="36" cy="36" r="11" fill="#9a152b" stroke="#fff" stroke-width="2"/>'

/** Marks the icon of the tab, or shows the coin as it is. */
export async function markFavicon(isMarked: boolean): Promise<void> {
  wanted = isMarked
  const href = isMarked ? await markedIcon() : markPath
  if (wanted !== isMarked) return
  document.querySelector('link[rel=icon]')?.setAttribute('href', href)
}

let wanted = false
let drawn: string | undefined

/** The mark with a dot. When the mark cannot be read the icon stays as it is, which harms nobody. */
async function markedIcon(): Promise<string> {
  try {
    drawn ??= drawMarked(await (await fetch(markPath)).text())
    return drawn
  } catch {
    return markPath
  }
}

function drawMarked(mark: string): string {
  return `data:image/svg+xml,${encodeURIComponent(mark.replace('</svg>', `${dot}</svg>`))}`
}
