import { createRequire } from 'node:module'
import type { Locator } from '@playwright/test'
import type jsqr from 'jsqr'
import sharp from 'sharp'

// The package is CommonJS that calls itself an ES module, which an import would take at its word.
const { default: readCode } = createRequire(import.meta.url)('jsqr') as typeof jsqr

/** What a camera would read from a code on the screen; undefined when it cannot. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  const picture = sharp(await code.screenshot({ animations: 'disabled' })).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data
}
