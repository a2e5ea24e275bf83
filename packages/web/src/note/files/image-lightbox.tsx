import { useEffect, useState, type KeyboardEvent } from 'react'
import { ActionIcon, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import * as texts from '../texts.ts'
import { sessionFileUrls } from './session-file-urls.ts'
import type { FileUrls } from './file-urls.ts'
import type { LightboxImage, ImageLightboxProps } from './image-lightbox-props.ts'
import { imageFileName, downloadFile } from './download-file.ts'
import styles from './image-lightbox.module.css'

/** Shows one image in the whole window; the arrow keys move through the images of the note. */
export function ImageLightbox(props: ImageLightboxProps & DialogProps) {
  const { articleId, fileUrls = sessionFileUrls, images, initialIndex, opened, onClose } = props
  const [index, setIndex] = useState(initialIndex)
  const picture = images[index]
  const step = (by: number) => setIndex((now) => Math.min(images.length - 1, Math.max(0, now + by)))
  const pressKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  }
  if (!picture) return null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      classNames={{ content: styles.content, body: styles.body }}
      attributes={{ content: { 'aria-label': picture.alt || texts.picture } }}
      onKeyDown={pressKey}
    >
      <div className={styles.bar}>
        <span className={styles.words} aria-live="polite">
          {[picture.alt, picture.title].filter((words) => words !== '').join(' · ') || texts.picture}
          {images.length > 1 && (
            <span className={styles.count}>{texts.indexOfPictureCount(index + 1, images.length)}</span>
          )}
        </span>
        <ActionIcon
          aria-label={texts.downloadThePicture}
          size="xl"
          onClick={() =>
            void downloadFile(
              articleId,
              { kind: 'image', path: picture.path, name: imageFileName(picture.path, picture.alt) },
              fileUrls,
            )
          }
        >
          <IconDownload />
        </ActionIcon>
        <ActionIcon aria-label={texts.close} size="xl" data-autofocus onClick={onClose}>
          <IconX />
        </ActionIcon>
      </div>
      {/* A click beside the image closes it; keyboard users have Escape. */}
      <div
        className={styles.stage}
        role="presentation"
        onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      >
        {images.length > 1 && (
          <ActionIcon
            className={styles.before}
            aria-label={texts.previousPicture}
            size="xl"
            disabled={index === 0}
            onClick={() => step(-1)}
          >
            <IconChevronLeft />
          </ActionIcon>
        )}
        <LargeImage key={picture.path} articleId={articleId} fileUrls={fileUrls} image={picture} />
        {images.length > 1 && (
          <ActionIcon
            className={styles.after}
            aria-label={texts.nextPicture}
            size="xl"
            disabled={index === images.length - 1}
            onClick={() => step(1)}
          >
            <IconChevronRight />
          </ActionIcon>
        )}
      </div>
    </Modal>
  )
}

type LargeImageProps = { articleId: string; fileUrls: FileUrls; image: LightboxImage }

/** A thumbnail as wide as the window is enough. */
function LargeImage({ articleId, fileUrls, image: { path, alt } }: LargeImageProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    const pixels = window.innerWidth * Math.max(1, window.devicePixelRatio)
    void fileUrls[tries === 0 ? 'image' : 'freshImage'](articleId, path, pixels).then((found) => {
      if (isGone) return
      if (found === null) setMissing(true)
      else setAddress(found)
    })
    return () => {
      isGone = true
    }
  }, [articleId, fileUrls, path, tries])
  if (isMissing) return <p className={styles.missing}>{texts.thisImageCouldNotBe}</p>
  if (address === null)
    return (
      <span role="status" className="kr-sr">
        {texts.loading}
      </span>
    )
  return (
    <img
      className={styles.picture}
      src={address}
      alt={alt}
      onError={() => (tries === 0 ? setTries(1) : setMissing(true))}
    />
  )
}
