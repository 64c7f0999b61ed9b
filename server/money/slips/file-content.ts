import sharp, { type Sharp } from 'sharp'
import { uploadMaxBytes, type uploadTypes } from '../../../contract/endpoints/uploads.ts'
import { isCostlyPicture, pixelsMax, readPictureHeader } from '../../../contract/picture-header.ts'
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
const decodeSeconds = 10
/**
 * The first quality is good enough for reading a slip. The second is for pictures that grow when they are encoded
 * again.
 */
const jpegQualities = [90, 70]
/** Programs put the end mark of a PDF last, some with a few bytes after it. */
const pdfTailBytes = 1024

/**
 * Checks the bytes of a file, not its name or type, and returns the content to keep. A picture is drawn anew, upright,
 * so that only its pixels survive. The place where it was taken is lost, and so is any page or program hidden behind
 * it.
 */
export async function cleanFile(bytes: Buffer, declaredType: string): Promise<CleanFile> {
  const kind = signatures.find((signature) => bytes.subarray(0, signature.bytes.length).equals(signature.bytes))
  // A picture with the type of the other picture format is a slip of the hand. A document that claims to be a picture
  // is not.
  const isHonest = kind && declaredType.startsWith('image/') === kind.type.startsWith('image/')
  if (!isHonest) throw new Refusal('file_type_not_accepted')
  const { type, extension } = kind
  if (type === 'application/pdf') {
    if (!bytes.subarray(-pdfTailBytes).includes('%%EOF')) throw new Refusal('file_damaged')
    return { type, extension, bytes }
  }
  // The header alone decides, so a picture that would take much memory is never decoded.
  const header = readPictureHeader(bytes)
  if (!header) throw new Refusal('file_damaged')
  if (isCostlyPicture(header)) throw new Refusal('picture_too_costly')
  return { type, extension, bytes: await redraw(bytes, type) }
}

async function redraw(bytes: Buffer, type: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  const encoders: ((image: Sharp) => Sharp)[] =
    type === 'image/png'
      ? [(image) => image.png({ compressionLevel: 9 })]
      : jpegQualities.map((quality) => (image) => image.jpeg({ quality }))
  for (const encode of encoders) {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' }).timeout({ seconds: decodeSeconds })
    const drawn = await encode(image.autoOrient())
      .toBuffer()
      .catch((cause: unknown) => {
        throw new Refusal('file_damaged', { cause })
      })
    if (drawn.length <= uploadMaxBytes) return drawn
  }
  throw new Refusal('file_too_large')
}
