/** Images as people upload them. */
import sharp from 'sharp'

type Format = 'jpeg' | 'png' | 'webp' | 'gif'

export const picture = (format: Format = 'png', width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    [format]()
    .toBuffer()

export async function animatedPicture(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const stills = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background: { r: 60 * at, g: 90, b: 20 } } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(stills, { join: { animated: true } })
    [format]()
    .toBuffer()
}
