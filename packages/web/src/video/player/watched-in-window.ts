/** True while the video is in picture-in-picture, even though the page may be hidden. */
export const isWatchedInWindow = (): boolean =>
  'pictureInPictureElement' in document && document.pictureInPictureElement !== null
