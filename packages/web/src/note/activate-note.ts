import { openDialog } from '../ui/dialog/dialogs.ts'
import * as texts from './texts.ts'
import { fileUrlLifetimeMs, type FileUrls } from './files/file-urls.ts'
import type { LightboxImage } from './files/image-lightbox-props.ts'
import { loadImage, type ImageLoader } from './files/image-loader.ts'
import { downloadFile } from './files/download-file.ts'
import { loadWithRetry } from '../platform/load-with-retry.ts'

type DisplayedNote = {
  readonly html: string
  readonly articleId: string
  readonly fileUrls: FileUrls | undefined
  /** Only until the editor replaces it. */
  readonly hasEditorLayout: boolean | undefined
}

/** Activates the parts of a displayed note; each loads what it needs. It ends with the signal. */
export function activateNote(
  root: HTMLElement,
  { html, articleId, fileUrls, hasEditorLayout }: DisplayedNote,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const endWithSignal = (end: () => void) => signal.addEventListener('abort', end)
  if (html.includes(' data-type="image"') || html.includes(' data-type="fileAttachment"'))
    endWithSignal(activateFiles(root, articleId, fileUrls))
  if (html.includes(' data-font="')) void loadWithRetry(() => import('./note-fonts.css'))
  if (html.includes(' class="language-'))
    void loadWithRetry(() => import('./code/code-highlight.ts')).then(({ highlightCodeIn }) => {
      if (!signal.aborted) endWithSignal(highlightCodeIn(root))
    })
  if (!hasEditorLayout && html.includes(' data-type="embed"'))
    void loadWithRetry(() => import('./embeds.ts')).then(({ activateEmbeds }) => {
      if (!signal.aborted) activateEmbeds(root)
    })
  // The editor has a list of its own.
  if (!hasEditorLayout && html.includes('<nav data-type'))
    void loadWithRetry(() => import('./contents.ts')).then(({ activateContents }) => {
      if (!signal.aborted) activateContents(root, signal)
    })
}

const loadImageLightbox = () => import('./files/image-lightbox.tsx').then((module) => module.ImageLightbox)

/**
 * Activates the images and attachments: the server's HTML has frames and cards with bare paths, which receive their
 * content and actions here. Changes the tree in place; returns a cleanup function.
 */
function activateFiles(root: HTMLElement, articleId: string, addresses?: FileUrls): () => void {
  const frames = [...root.querySelectorAll<HTMLElement>('span[data-type=image]')]
  const loaders: ImageLoader[] = []
  const pictures: LightboxImage[] = []
  for (const frame of frames) {
    const image = frame.querySelector('img')
    const path = image?.dataset['src']
    if (!image || !path) continue
    image.loading = 'lazy'
    image.decoding = 'async'
    const loader = loadImage(frame, image, { articleId, path, fileUrls: addresses })
    loaders.push(loader)
    if (frame.closest('a') === null) addButtonRole(frame, image.alt)
    frame.dataset['index'] = String(pictures.length)
    pictures.push({ path, alt: image.alt, title: image.title })
  }
  for (const loader of loaders) loader.load()
  for (const card of root.querySelectorAll<HTMLElement>('div[data-type=fileAttachment][data-url]'))
    replaceNameWithButton(card)

  const press = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    const frame = target?.closest<HTMLElement>('span[data-index]')
    if (frame && root.contains(frame) && frame.role === 'button') {
      const first = Number(frame.dataset['index'])
      return void openDialog(loadImageLightbox, {
        articleId,
        fileUrls: addresses,
        images: pictures,
        initialIndex: first,
      })
    }
    const card = target?.closest('button[data-part=name]')?.closest<HTMLElement>('[data-type=fileAttachment]')
    const { url = '', name = '' } = card?.dataset ?? {}
    if (url !== '') void downloadFile(articleId, { kind: 'attachment', path: url, name }, addresses)
  }
  const pressKey = (event: KeyboardEvent): void => {
    const target = event.target instanceof HTMLElement ? event.target : null
    if (target?.dataset['index'] === undefined || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    target.click()
  }
  const loadAgain = (): void => {
    for (const loader of loaders) loader.retry()
  }
  // Printing needs every image, also those outside the viewport.
  const loadAll = (): void => {
    for (const image of root.querySelectorAll('img')) image.loading = 'eager'
  }
  const timer = setInterval(loadAgain, fileUrlLifetimeMs)
  root.addEventListener('click', press)
  root.addEventListener('keydown', pressKey)
  window.addEventListener('online', loadAgain)
  window.addEventListener('beforeprint', loadAll)
  return () => {
    clearInterval(timer)
    root.removeEventListener('click', press)
    root.removeEventListener('keydown', pressKey)
    window.removeEventListener('online', loadAgain)
    window.removeEventListener('beforeprint', loadAll)
    for (const loader of loaders) loader.destroy()
  }
}

function addButtonRole(frame: HTMLElement, alt: string): void {
  frame.role = 'button'
  frame.tabIndex = 0
  frame.ariaLabel = alt === '' ? texts.openThePicture : texts.openThePictureAlt(alt)
}

/** The name becomes the button, and its hit area covers the whole card. */
function replaceNameWithButton(card: HTMLElement): void {
  const name = card.querySelector<HTMLElement>('span[data-part=name]')
  if (!name) return
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['part'] = 'name'
  const size = card.querySelector('[data-part=size]')?.textContent
  button.textContent = name.textContent
  button.ariaLabel = texts.downloadTextContentSize(name.textContent, size ? `, ${size}` : '')
  name.replaceWith(button)
}
