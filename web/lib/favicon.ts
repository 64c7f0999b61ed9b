const markPath = '/mark.svg'
/** The dot stands at the lower right, in the colour of alarms. The white edge separates it from the coin. */
const dot = '<circle cx="36" cy="36" r="11" fill="#9a152b" stroke="#fff" stroke-width="2"/>'

/** Puts the dot on the icon of the tab, or removes it. */
export async function markFavicon(isMarked: boolean): Promise<void> {
  latestMark = isMarked
  const href = isMarked ? await markedIcon() : markPath
  if (latestMark !== isMarked) return
  document.querySelector('link[rel=icon]')?.setAttribute('href', href)
}

let latestMark = false
let drawn: string | undefined

/** Returns the mark with a dot. If the mark cannot be read, the icon stays as it is. */
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
