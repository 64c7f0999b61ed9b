/** Puts text on the clipboard, by the old command if the page may not use the clipboard. Returns false if both fail. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focusBefore = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog only the dialog's own content can take the focus.
  const home = focusBefore?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  home.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focusBefore instanceof HTMLElement) focusBefore.focus({ preventScroll: true })
  return isCopied
}
