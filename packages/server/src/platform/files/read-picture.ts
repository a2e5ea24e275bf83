/** An image sent as a data URL: PNG or JPEG by its content, whatever type the URL names. */
import { AppError } from '@knowreel/shared/error/app-error.ts'

export type Picture = { readonly bytes: Buffer; readonly contentType: 'image/png' | 'image/jpeg' }

type PictureLimits = { readonly field: string; readonly maximumBytes: number; readonly tooLarge: string }

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/** Throws `image_format` for anything else, and `invalid_input` with the field if it is too large. */
export function readPicture(dataUrl: string, { field, maximumBytes, tooLarge }: PictureLimits): Picture {
  const wrong = () => new AppError('image_format', { fields: [{ field, message: 'Not allowed file format' }] })
  const base64 = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataUrl)?.[1]
  if (base64 === undefined) throw wrong()
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maximumBytes) throw new AppError('invalid_input', { fields: [{ field, message: tooLarge }] })
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return { bytes, contentType: 'image/png' }
  if (bytes.subarray(0, jpegSignature.length).equals(jpegSignature)) return { bytes, contentType: 'image/jpeg' }
  throw wrong()
}
