/** Longest side in pixels and quality, from the best to the least: the small print of a slip stays legible down to 2000. */
const attempts = [
  { longSide: 3000, quality: 0.85 },
  { longSide: 2400, quality: 0.8 },
  { longSide: 2000, quality: 0.8 },
  { longSide: 2000, quality: 0.6 },
  { longSide: 1400, quality: 0.6 },
]

/**
 * A photograph as a JPG that is small enough, by the browser's own means: whatever it can draw it can also write. Null where
 * it cannot draw it, as most cannot draw HEIC, or where nothing legible would be small enough.
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

/** Some browsers draw a kind of picture in a page that they do not take as a bitmap. Both turn it the way it was taken. */
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
  // A JPG has nothing that one could see through.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(source, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, jpeg, quality))
}
