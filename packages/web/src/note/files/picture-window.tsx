import { useEffect, useState, type KeyboardEvent } from 'react'
import { ActionIcon, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import * as texts from '../texts.ts'
import { fileAddresses } from './addresses.ts'
import type { FileAddresses } from './file-addresses.ts'
import type { Picture, PicturesProps } from './picture.ts'
import { pictureName, saveFile } from './save-file.ts'
import styles from './picture-window.module.css'

/** Shows one image in the whole window; the arrow keys move through the images of the note. */
export function PictureWindow(props: PicturesProps & DialogProps) {
  const { articleId, addresses = fileAddresses, pictures, first, opened, onClose } = props
  const [index, setIndex] = useState(first)
  const picture = pictures[index]
  const step = (by: number) => setIndex((now) => Math.min(pictures.length - 1, Math.max(0, now + by)))
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
          {pictures.length > 1 && (
            <span className={styles.count}>{texts.indexOfPictureCount(index + 1, pictures.length)}</span>
          )}
        </span>
        <ActionIcon
          aria-label={texts.downloadThePicture}
          size="xl"
          onClick={() =>
            void saveFile(
              articleId,
              { kind: 'image', path: picture.path, name: pictureName(picture.path, picture.alt) },
              addresses,
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
        {pictures.length > 1 && (
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
        <LargePicture key={picture.path} articleId={articleId} addresses={addresses} picture={picture} />
        {pictures.length > 1 && (
          <ActionIcon
            className={styles.after}
            aria-label={texts.nextPicture}
            size="xl"
            disabled={index === pictures.length - 1}
            onClick={() => step(1)}
          >
            <IconChevronRight />
          </ActionIcon>
        )}
      </div>
    </Modal>
  )
}

type LargePictureProps = { articleId: string; addresses: FileAddresses; picture: Picture }

/** A thumbnail as wide as the window is enough. */
function LargePicture({ articleId, addresses, picture: { path, alt } }: LargePictureProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    const pixels = window.innerWidth * Math.max(1, window.devicePixelRatio)
    void addresses[tries === 0 ? 'image' : 'freshImage'](articleId, path, pixels).then((found) => {
      if (isGone) return
      if (found === null) setMissing(true)
      else setAddress(found)
    })
    return () => {
      isGone = true
    }
  }, [articleId, addresses, path, tries])
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
