/**
 * Makes the pictures and attachments of a note that is read come alive: the server's HTML has frames and cards with bare
 * paths, here they get what they show and what they do when they are pressed.
 */
import { addressLifeMs, type FileAddresses } from './file-addresses.ts'
import { openPictures } from './open-pictures.ts'
import type { Picture } from './picture.ts'
import { loadPicture, type PictureLoader } from './picture-loader.ts'
import { saveFile } from './save-file.ts'

/** Works on the tree in place; returns what ends it. */
export function showFilesIn(root: HTMLElement, articleId: string, addresses?: FileAddresses): () => void {
  const frames = [...root.querySelectorAll<HTMLElement>('span[data-type=image]')]
  const loaders: PictureLoader[] = []
  const pictures: Picture[] = []
  for (const frame of frames) {
    const image = frame.querySelector('img')
    const path = image?.dataset['src']
    if (!image || !path) continue
    image.loading = 'lazy'
    image.decoding = 'async'
    const loader = loadPicture(frame, image, { articleId, path, addresses })
    loaders.push(loader)
    if (frame.closest('a') === null) makeButton(frame, image.alt)
    frame.dataset['index'] = String(pictures.length)
    pictures.push({ path, alt: image.alt, title: image.title })
  }
  for (const loader of loaders) loader.begin()
  for (const card of root.querySelectorAll<HTMLElement>('div[data-type=fileAttachment][data-url]')) addButton(card)

  const press = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    const frame = target?.closest<HTMLElement>('span[data-index]')
    if (frame && root.contains(frame) && frame.role === 'button') {
      return void openPictures({ articleId, addresses, pictures, first: Number(frame.dataset['index']) })
    }
    const card = target?.closest('button[data-part=name]')?.closest<HTMLElement>('[data-type=fileAttachment]')
    const { url = '', name = '' } = card?.dataset ?? {}
    if (url !== '') void saveFile(articleId, { kind: 'attachment', path: url, name }, addresses)
  }
  const pressKey = (event: KeyboardEvent): void => {
    const target = event.target instanceof HTMLElement ? event.target : null
    if (target?.dataset['index'] === undefined || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    target.click()
  }
  const loadAgain = (): void => {
    for (const loader of loaders) loader.again()
  }
  // What is printed must be there, however far down it stands.
  const loadAll = (): void => {
    for (const image of root.querySelectorAll('img')) image.loading = 'eager'
  }
  const timer = setInterval(loadAgain, addressLifeMs)
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
    for (const loader of loaders) loader.end()
  }
}

function makeButton(frame: HTMLElement, alt: string): void {
  frame.role = 'button'
  frame.tabIndex = 0
  frame.ariaLabel = alt === '' ? 'Open the picture' : `Open the picture: ${alt}`
}

/** The name becomes the button, and the button reaches over its whole card. */
function addButton(card: HTMLElement): void {
  const name = card.querySelector<HTMLElement>('span[data-part=name]')
  if (!name) return
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['part'] = 'name'
  const size = card.querySelector('[data-part=size]')?.textContent
  button.textContent = name.textContent
  button.ariaLabel = `Download ${name.textContent}${size ? `, ${size}` : ''}`
  name.replaceWith(button)
}
