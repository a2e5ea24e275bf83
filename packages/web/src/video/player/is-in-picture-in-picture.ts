/** True while the video is in picture-in-picture, even though the page may be hidden. */
export const isInPictureInPicture = (): boolean =>
  'pictureInPictureElement' in document && document.pictureInPictureElement !== null
