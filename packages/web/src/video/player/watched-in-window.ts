/** True while somebody watches in the browser's small window, though the page itself may be hidden. */
export const isWatchedInWindow = (): boolean =>
  'pictureInPictureElement' in document && document.pictureInPictureElement !== null
