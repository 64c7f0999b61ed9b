import { encode } from 'uqr'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { getProfile } from './members.ts'

const sidePixels = 150
// Scanners need a light margin of four modules, and many cannot read a light code on a dark ground.
const quietZoneModules = 4

/** Returns the QR code of a wallet address as SVG. Members may read their own, administrators any. */
export async function drawWalletQr(
  db: Db,
  caller: { role: 'member' | 'admin'; userId: string },
  userId: string,
): Promise<string> {
  const { wallet_address: address } = await getProfile(db, caller, userId)
  if (address === null) throw new Refusal('not_found')
  return drawQrCode(address)
}

/** Returns the QR code of a text as SVG. */
export function drawQrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: quietZoneModules })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePixels}" height="${sidePixels}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/>` +
    `<path fill="#000" d="${modules.join('')}"/></svg>`
  )
}
