type VideoSurface = HTMLVideoElement | HTMLCanvasElement

/** What a player shows now: the front element, where several take turns. Null while it is loading. */
export function frontSurface(element: HTMLElement): VideoSurface | null {
  const pictures = [...element.querySelectorAll<VideoSurface>('video, canvas')]
  return pictures.toSorted((one, other) => Number(other.style.zIndex) - Number(one.style.zIndex))[0] ?? null
}

/** In pixels; 0 while there is no frame. */
export const sizeOfSurface = (picture: VideoSurface): { readonly width: number; readonly height: number } =>
  picture instanceof HTMLVideoElement
    ? { width: picture.videoWidth, height: picture.videoHeight }
    : { width: picture.width, height: picture.height }
