import sharp, { type Sharp } from 'sharp'
import { uploadMaxBytes, type uploadTypes } from '../../../contract/uploads.ts'
import { Refusal } from '../../platform/db/refusal.ts'

export type UploadType = (typeof uploadTypes)[number]

export interface CleanFile {
  type: UploadType
  extension: 'png' | 'jpg' | 'pdf'
  bytes: Buffer
}

const signatures: { type: UploadType; extension: CleanFile['extension']; bytes: Buffer }[] = [
  { type: 'image/png', extension: 'png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'image/jpeg', extension: 'jpg', bytes: Buffer.from('ffd8ff', 'hex') },
  { type: 'application/pdf', extension: 'pdf', bytes: Buffer.from('%PDF-') },
]
const maxPixels = 40_000_000
const decodeSeconds = 10
/** Enough to read a slip by; the second is for pictures that grow when they are encoded again. */
const jpegQualities = [90, 70]
/** Writers put the end mark last, some with a few bytes after it. */
const pdfTailBytes = 1024

/**
 * Looks at the bytes, whatever name or type they came under, and returns what is kept. A picture is drawn anew, upright,
 * so that nothing but its pixels survives: no place where it was taken, and no page or program hidden behind it.
 */
export async function cleanFile(bytes: Buffer, declaredType: string): Promise<CleanFile> {
  const kind = signatures.find((signature) => bytes.subarray(0, signature.bytes.length).equals(signature.bytes))
  // A picture under the other picture's name is a slip of the hand; a document that claims to be a picture is not.
  const isHonest = kind && declaredType.startsWith('image/') === kind.type.startsWith('image/')
  if (!isHonest) throw new Refusal('file_type_not_accepted')
  const { type, extension } = kind
  if (type === 'application/pdf') {
    if (!bytes.subarray(-pdfTailBytes).includes('%%EOF')) throw new Refusal('file_damaged')
    return { type, extension, bytes }
  }
  return { type, extension, bytes: await redraw(bytes, type) }
}

async function redraw(bytes: Buffer, type: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  const encoders: ((image: Sharp) => Sharp)[] =
    type === 'image/png'
      ? [(image) => image.png({ compressionLevel: 9 })]
      : jpegQualities.map((quality) => (image) => image.jpeg({ quality }))
  for (const encode of encoders) {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: decodeSeconds })
    const drawn = await encode(image.autoOrient())
      .toBuffer()
      .catch((cause: unknown) => {
        throw new Refusal('file_damaged', { cause })
      })
    if (drawn.length <= uploadMaxBytes) return drawn
  }
  throw new Refusal('file_too_large')
}
