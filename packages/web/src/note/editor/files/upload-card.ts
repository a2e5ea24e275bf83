import * as texts from '../texts.ts'
import './upload-card.css'

/** The placeholder card in the text while a file is uploaded. Plain DOM: progress updates need no transaction. */

export type UploadCard = {
  readonly dom: HTMLElement
  /** From 0 to 1; null if unknown. */
  setProgress: (share: number | null) => void
  setStatus: (words: string) => void
  setFailed: (words: string, canRetry: boolean) => void
}

type UploadCardOptions = {
  kind: 'image' | 'attachment'
  name: string
  /** URL of a preview to show during the upload. */
  preview: string | null
  onCancel: () => void
  onRetry: () => void
}

export function createUploadCard({ kind, name, preview, onCancel, onRetry }: UploadCardOptions): UploadCard {
  const dom = document.createElement(kind === 'image' ? 'span' : 'div')
  dom.className = 'note-upload'
  dom.dataset['kind'] = kind
  dom.contentEditable = 'false'
  dom.role = 'group'
  dom.ariaLabel = texts.uploadOfName(name)

  if (preview !== null) {
    const image = document.createElement('img')
    image.src = preview
    image.alt = ''
    dom.append(image)
  }
  const words = document.createElement('span')
  words.className = 'note-upload-words'
  words.role = 'status'
  const bar = document.createElement('span')
  bar.className = 'note-upload-bar'
  bar.role = 'progressbar'
  bar.ariaLabel = name
  bar.ariaValueMin = '0'
  bar.ariaValueMax = '100'
  const filled = document.createElement('span')
  bar.append(filled)
  const retry = createButton(texts.tryAgain, onRetry)
  retry.hidden = true
  const cancel = createButton(texts.cancel, onCancel)
  const row = document.createElement('span')
  row.className = 'note-upload-row'
  const title = document.createElement('span')
  title.className = 'note-upload-name'
  title.textContent = name
  row.append(retry, cancel)
  if (kind === 'attachment') dom.append(title)
  dom.append(words, bar, row)

  const begin = (): void => {
    delete dom.dataset['failed']
    retry.hidden = true
    bar.hidden = false
    cancel.textContent = texts.cancel
  }
  return {
    dom,
    setProgress(share) {
      begin()
      if (share === null) bar.removeAttribute('aria-valuenow')
      else bar.ariaValueNow = String(Math.round(share * 100))
      bar.dataset['waiting'] = String(share === null)
      filled.style.inlineSize = share === null ? '' : `${Math.round(share * 100)}%`
    },
    setStatus(text) {
      if (words.textContent !== text) words.textContent = text
    },
    setFailed(text, canRetry) {
      dom.dataset['failed'] = ''
      words.textContent = text
      bar.hidden = true
      retry.hidden = !canRetry
      cancel.textContent = texts.remove
    },
  }
}

function createButton(label: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.addEventListener('click', press)
  return button
}
