type VideoSurface = HTMLVideoElement | HTMLCanvasElement

/** The visible element of a player that alternates between several; null while it is loading. */
export function frontSurface(element: HTMLElement): VideoSurface | null {
  const pictures = [...element.querySelectorAll<VideoSurface>('video, canvas')]
  return pictures.toSorted((one, other) => Number(other.style.zIndex) - Number(one.style.zIndex))[0] ?? null
}

/** In pixels; 0 while there is no frame. */
export const sizeOfSurface = (picture: VideoSurface): { readonly width: number; readonly height: number } =>
  picture instanceof HTMLVideoElement
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height }
