import { createRequire } from 'node:module'
import type { Locator } from '@playwright/test'
import type jsqr from 'jsqr'
import sharp from 'sharp'

// The package is CommonJS that calls itself an ES module, which an import would take at its word.
const { default: readCode } = createRequire(import.meta.url)('jsqr') as typeof jsqr

/** What a camera would read from a code on the screen; undefined when it cannot. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  // A code that is being replaced by another one leaves the page while its picture is taken.
  const screenshot = await code.screenshot({ animations: 'disabled' }).catch(() => undefined)
  if (!screenshot) return undefined
  const picture = sharp(screenshot).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data
}
