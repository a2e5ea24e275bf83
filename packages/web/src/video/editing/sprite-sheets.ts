/** The small pictures of the recordings, one file each, decoded once and drawn from as often as needed. */
import type { Video } from '@knowreel/shared/video/video.wire.ts'

export type SpriteSheets = {
  /** Null while it is not there. */
  readonly sheetOf: (video: Pick<Video, 'id' | 'spriteUrl'>) => HTMLImageElement | null
}

export function createSpriteSheets(onArrival: () => void): SpriteSheets {
  const sheets = new Map<string, { image: HTMLImageElement; url: string; state: 'asked' | 'there' | 'failed' }>()
  return {
    sheetOf({ id, spriteUrl }) {
      if (spriteUrl === null) return null
      const known = sheets.get(id)
      // Another address of the same file is no reason to fetch it again, unless the old one led nowhere.
      if (known && (known.state !== 'failed' || known.url === spriteUrl)) {
        return known.state === 'there' ? known.image : null
      }
      const sheet: { image: HTMLImageElement; url: string; state: 'asked' | 'there' | 'failed' } = {
        image: new Image(),
        url: spriteUrl,
        state: 'asked',
      }
      sheets.set(id, sheet)
      sheet.image.src = spriteUrl
      sheet.image
        .decode()
        .then(() => (sheet.state = 'there'))
        .catch(() => (sheet.state = 'failed'))
        .finally(onArrival)
      return null
    },
  }
}
