/**
 * Logos are sent small: about 50 kB and at most 1200 px wide. Chooses the sizes and qualities to try, without a canvas.
 */
export const logoTarget = { bytes: 50_000, width: 1200 } as const

type Size = { readonly width: number; readonly height: number }

/** Never enlarges; keeps the aspect ratio. */
export function fitSize({ width, height }: Size, widest: number = logoTarget.width): Size {
  if (width <= widest) return { width, height }
  return { width: widest, height: Math.max(1, Math.round((height * widest) / width)) }
}

export type LogoStep = { readonly type: 'image/png' | 'image/jpeg'; readonly quality: number; readonly scale: number }

/** JPEG has no transparency: a picture that has some stays a PNG, which only smaller dimensions can shrink. */
export function* logoSteps(hasTransparency: boolean): Generator<LogoStep> {
  if (hasTransparency) {
    for (let scale = 1; scale > 0.2; scale *= 0.75) yield { type: 'image/png', quality: 1, scale }
    return
  }
  for (let tenths = 9; tenths >= 1; tenths--) yield { type: 'image/jpeg', quality: tenths / 10, scale: 1 }
}

/** The first step whose picture is small enough, else the smallest picture of all. */
export async function encodeLogo<Picture extends { readonly size: number }>(
  hasTransparency: boolean,
  encode: (step: LogoStep) => Promise<Picture>,
): Promise<Picture> {
  let smallest: Picture | null = null
  for (const step of logoSteps(hasTransparency)) {
    const picture = await encode(step)
    if (smallest === null || picture.size < smallest.size) smallest = picture
    if (picture.size <= logoTarget.bytes) break
  }
  if (smallest === null) throw new Error('There is always a first step')
  return smallest
}

/** Four bytes per pixel, the last of which is the opacity. */
export function hasTransparentPixel(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 255) return true
  return false
}
