import { logoLimits } from '@knowreel/shared/company/company.rules.ts'
import { encodeLogo, fitSize, hasTransparentPixel } from './logo-compression.ts'

const allowedTypes = ['image/png', 'image/jpeg']

/** The reason why this file cannot be the logo, as shown to the user; null if it can. */
export function validateLogo(file: { readonly type: string; readonly size: number }): string | null {
  if (!allowedTypes.includes(file.type)) return logoLimits.wrongFormat
  return file.size > logoLimits.maximumBytes ? logoLimits.tooLarge : null
}

/** The picture as a data URL of about 50 kB. Rejects if the content is no picture, whatever its name says. */
export async function compressLogo(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  try {
    const size = fitSize(bitmap)
    const isOpaque = file.type === 'image/jpeg' || !hasTransparentPixel(readPixels(bitmap, size))
    const blob = await encodeLogo(!isOpaque, ({ type, quality, scale }) =>
      encodeCanvas(drawScaled(bitmap, { width: size.width * scale, height: size.height * scale }), type, quality),
    )
    // A small PNG without transparency is kept unchanged.
    const isSmallEnough = size.width === bitmap.width && file.size <= blob.size
    return await readDataUrl(isSmallEnough ? file : blob)
  } finally {
    bitmap.close()
  }
}

type Size = { width: number; height: number }

function drawScaled(bitmap: ImageBitmap, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

function readPixels(bitmap: ImageBitmap, size: Size): Uint8ClampedArray {
  const canvas = drawScaled(bitmap, size)
  const context = canvas.getContext('2d')
  return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
}

const encodeCanvas = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))), type, quality)
  })

const readDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('No text')))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(blob)
  })
