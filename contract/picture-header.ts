/** The facts at the start of a PNG or JPG that tell how much work it takes to decode. */
export interface PictureHeader {
  width: number
  height: number
  /** True if the pixels come in several passes, so that a decoder needs memory for all of them at once. */
  isInterlaced: boolean
  bitsPerColour: number
}

/** The pixels of the largest ordinary photograph of a phone: about 12 megapixels. */
export const pixelsMax = 12_600_000

/** True for a picture that takes much memory or time to decode. The browser draws it anew; the server refuses it. */
export function isCostlyPicture({ width, height, isInterlaced, bitsPerColour }: PictureHeader): boolean {
  return width * height > pixelsMax || isInterlaced || bitsPerColour > 8
}

/** Reads the header without decoding anything. Returns undefined for other files, and for a header that is broken. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = isPng(view) ? readPng(view) : isJpeg(view) ? readJpeg(view) : undefined
  return header && header.width * header.height > 0 ? header : undefined
}

const pngStart = [0x89504e47, 0x0d0a1a0a]
const pngHeaderName = 0x49484452
const pngHeaderBytes = 33

function isPng(view: DataView): boolean {
  return view.byteLength >= pngHeaderBytes && pngStart.every((word, at) => view.getUint32(at * 4) === word)
}

/** Reads the chunk IHDR, which comes first in every PNG. */
function readPng(view: DataView): PictureHeader | undefined {
  if (view.getUint32(12) !== pngHeaderName) return undefined
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    isInterlaced: view.getUint8(28) !== 0,
    bitsPerColour: view.getUint8(24),
  }
}

function isJpeg(view: DataView): boolean {
  return view.byteLength > 4 && view.getUint16(0) === 0xffd8
}

const startOfScan = 0xda
const endOfImage = 0xd9
/** Markers of the same range as frames that start none: tables and an extension. */
const noFrames = new Set([0xc4, 0xc8, 0xcc])
/** Markers without a length behind them. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)

/** Goes from marker to marker until the frame, as decoders do, and passes over bytes between them. */
function readJpeg(view: DataView): PictureHeader | undefined {
  let at = 2
  while (at + 9 < view.byteLength) {
    while (at < view.byteLength && view.getUint8(at) !== 0xff) at += 1
    while (at < view.byteLength && view.getUint8(at) === 0xff) at += 1
    if (at + 8 > view.byteLength) return undefined
    const marker = view.getUint8(at)
    if (marker === startOfScan || marker === endOfImage) return undefined
    if (isFrame(marker)) {
      return {
        width: view.getUint16(at + 6),
        height: view.getUint16(at + 4),
        // The first two kinds of frames are sequential. The others are progressive or rarer still.
        isInterlaced: marker > 0xc1,
        bitsPerColour: view.getUint8(at + 3),
      }
    }
    at += isBare(marker) || marker === 0 ? 1 : 1 + view.getUint16(at + 1)
  }
  return undefined
}
