import { createRequire } from 'node:module'
import type { Locator } from '@playwright/test'
import type jsqr from 'jsqr'
import sharp from 'sharp'

// The package is CommonJS but declares itself an ES module, so an import would load it wrongly.
const { default: readCode } = createRequire(import.meta.url)('jsqr') as typeof jsqr

/** Returns the text that a camera reads from a code on the screen, or undefined for an unreadable code. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  // A code that is being replaced may leave the page during the screenshot.
  const screenshot = await code.screenshot({ animations: 'disabled' }).catch(() => undefined)
  if (!screenshot) return undefined
  const picture = sharp(screenshot).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data
}
