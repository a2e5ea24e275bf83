import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Modal, Textarea } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { aiLimits, imageStyles, type ImageStyle } from '@knowreel/shared/ai/ai-choices.ts'
import {
  imagePromptProblem,
  type AI_IMAGE_STREAM,
  type AiImageData,
  type AiImageResult,
} from '@knowreel/shared/ai/ai.streams.ts'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { showWarning } from '../../ui/toast/toast.ts'
import { runGeneration, showGenerationError } from '../run-generation.ts'
import * as texts from '../texts.ts'
import styles from './image-dialog.module.css'

const stream: typeof AI_IMAGE_STREAM = 'ai-image'

export type GeneratedImage = { readonly file: File; readonly alt: string }
export type ImageDialogProps = { readonly articleId: string; readonly onInsert: (image: GeneratedImage) => void }

/** Draws a picture, which becomes part of the note only when it is inserted. Earlier ones stay reachable. */
export function ImageDialog({ articleId, onInsert, opened, onClose }: ImageDialogProps & DialogProps) {
  const [prompt, setPrompt] = useState('')
  const [style, setStyle] = useState<ImageStyle>('photorealistic')
  const drawing = useDrawing(articleId)
  const { images, shown, isRunning } = drawing
  const image = images[shown]

  const draw = () => {
    const problem = imagePromptProblem(prompt)
    if (problem === null) drawing.draw({ prompt, style })
    else showWarning(problem)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is inside the editor's React tree.
    event.stopPropagation()
    if (!isRunning) draw()
  }
  const insert = () => {
    if (!image) return
    onClose()
    onInsert({ file: image.file, alt: image.prompt.slice(0, 200) })
  }
  return (
    <Modal opened={opened} onClose={onClose} title={texts.aiImage} closeButtonProps={{ 'aria-label': texts.close }}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Textarea
          label={texts.prompt}
          placeholder={texts.describeThePicture}
          data-autofocus
          autosize
          minRows={3}
          maxRows={6}
          value={prompt}
          error={prompt.length > aiLimits.imagePrompt ? imagePromptProblem(prompt) : undefined}
          onChange={(event) => setPrompt(event.currentTarget.value)}
        />
        <span className={styles.count}>{texts.ofCharacters(prompt.length, aiLimits.imagePrompt)}</span>
        <div role="radiogroup" aria-label={texts.style} className={styles.styles}>
          {imageStyles.map((name) => (
            <label key={name} className={styles.style} data-chosen={name === style || undefined}>
              <input type="radio" name="style" checked={name === style} onChange={() => setStyle(name)} />
              {texts.imageStyleTitles[name]}
            </label>
          ))}
        </div>
        <div className={styles.stage} aria-busy={isRunning}>
          {image && <img src={image.url} alt={image.prompt} />}
          {isRunning && (
            <span className={styles.working} role="status">
              {texts.generating}
            </span>
          )}
          {!image && !isRunning && <span className="kr-muted">{texts.thePictureAppearsHere}</span>}
        </div>
        {images.length > 1 && (
          <div className={styles.pages}>
            <Button size="xs" disabled={shown === 0} onClick={() => drawing.show(shown - 1)}>
              {texts.previousPicture}
            </Button>
            <span>{texts.ofPictures(shown + 1, images.length)}</span>
            <Button size="xs" disabled={shown === images.length - 1} onClick={() => drawing.show(shown + 1)}>
              {texts.nextPicture}
            </Button>
          </div>
        )}
        <DialogFooter>
          {/* Keys: the click that stops would otherwise submit with the same element, which has become the other button. */}
          {isRunning ? (
            <Button key="stop" onClick={drawing.cancel}>
              {texts.stop}
            </Button>
          ) : (
            <Button
              key="draw"
              type="submit"
              variant={image ? 'default' : 'filled'}
              leftSection={image ? <IconRefresh /> : undefined}
            >
              {image ? texts.regenerate : texts.generate}
            </Button>
          )}
          {image && (
            <Button variant="filled" disabled={isRunning} onClick={insert}>
              {texts.insert}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Modal>
  )
}

type Drawn = { readonly file: File; readonly url: string; readonly prompt: string }

function useDrawing(articleId: string) {
  const [images, setImages] = useState<readonly Drawn[]>([])
  const [shown, show] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const stop = useRef<() => void>(() => {})
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      stop.current()
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const draw = ({ prompt, style }: Omit<AiImageData, 'articleId'>) => {
    const data: AiImageData = { articleId, prompt, style }
    const { result, cancel } = runGeneration<AiImageResult>(stream, data, {})
    stop.current = cancel
    setRunning(true)
    result
      .then(
        ({ image }) => {
          const file = new File([toBytes(image)], 'picture.png', { type: 'image/png' })
          const url = URL.createObjectURL(file)
          urls.current.push(url)
          setImages((all) => [...all, { file, url, prompt }])
          show(images.length)
        },
        (error: unknown) => showGenerationError(error, texts.errorDrawing),
      )
      .finally(() => setRunning(false))
  }
  return { images, shown, show, isRunning, draw, cancel: () => stop.current() }
}

/** `Uint8Array.fromBase64` is not in every browser that we support. */
const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
