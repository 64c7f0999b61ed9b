/**
 * The longest side in pixels and the quality, from best to worst. The small print of a slip stays legible down to 2000.
 */
const attempts = [
  { longSide: 3000, quality: 0.85 },
  { longSide: 2400, quality: 0.8 },
  { longSide: 2000, quality: 0.8 },
  { longSide: 2000, quality: 0.6 },
  { longSide: 1400, quality: 0.6 },
]

/**
 * Turns a photograph into a JPG that is small enough. The browser can do so with any picture that it can draw. Returns
 * null if it cannot draw it, as most cannot draw HEIC, or if no attempt is small enough.
 */
export async function shrinkPicture(file: File, maxBytes: number): Promise<File | null> {
  const picture = await decode(file)
  if (!picture) return null
  const { source, width, height, close } = picture
  try {
    for (const { longSide, quality } of attempts) {
      const scale = Math.min(1, longSide / Math.max(width, height))
      const blob = await encode(source, Math.round(width * scale), Math.round(height * scale), quality)
      if (blob && blob.size <= maxBytes)
        return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: jpeg })
    }
    return null
  } finally {
    close()
  }
}

const jpeg = 'image/jpeg'

interface Decoded {
  source: CanvasImageSource
  width: number
  height: number
  close: () => void
}

/**
 * Decodes a picture as a bitmap, or as an image, because some browsers draw certain formats only in a page. Both ways
 * respect the orientation of the photograph.
 */
async function decode(file: File): Promise<Decoded | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap) return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() }
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  const close = () => URL.revokeObjectURL(url)
  const isDrawn = await image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  )
  if (isDrawn) return { source: image, width: image.naturalWidth, height: image.naturalHeight, close }
  close()
  return null
}

async function encode(source: CanvasImageSource, width: number, height: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  // A JPG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(source, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, jpeg, quality))
}
