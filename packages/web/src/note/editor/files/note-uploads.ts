// Files being uploaded into a note. Each has a card at its future position, which only this page shows. The note
// receives the file after the upload, in one undoable step. A failed upload keeps a retry button; one that failed
// because the connection was lost retries automatically.
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { fileLimits, fileMessages, isImageType } from '@knowreel/shared/file/file.rules.ts'
import { initialImageSize, parseImageLength, imageSize } from '@knowreel/shared/note/note-files.ts'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { handleSessionError } from '../../../platform/api/handle-error.ts'
import { addLeaveCheck, confirmLoss } from '../../../ui/dialog/leaving.ts'
import { showWarning } from '../../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { insertFile, uploadPosition, type NewFile } from './insert-file.ts'
import { createUploadCard, type UploadCard } from './upload-card.ts'
import { uploadAttachment, uploadImage, type UploadedImage } from './upload-file.ts'
import { mapPositions, type UploadChange, type UploadPosition } from './upload-positions.ts'

export type UploadSource =
  | { readonly kind: 'image'; readonly file: File; readonly alt?: string }
  | { readonly kind: 'image'; readonly url: string; readonly alt?: string }
  | { readonly kind: 'attachment'; readonly file: File }

type Upload = {
  readonly id: string
  readonly source: UploadSource
  readonly card: UploadCard
  readonly preview: string | null
  /** The image that it replaces. */
  readonly replaces: string | null
  state: 'waiting' | 'sending' | 'failed'
  isConnectionLost: boolean
  abortController: AbortController
}

export type NoteUploads = {
  /** Starts at `position`; several files keep their order. */
  add: (sources: readonly UploadSource[], position: number) => void
  /** Replaces the image before `position` once the new one is uploaded. */
  replace: (source: UploadSource, position: number) => void
  /** Like `replace`, with an image that is already on the server. */
  replaceWithUploaded: (image: UploadedImage, position: number) => void
  /** Inserts an image that is already on the server. */
  insertImage: (image: UploadedImage, position: number, alt?: string) => Promise<void>
}

const key = new PluginKey<readonly UploadPosition[]>('noteUploads')
/** Simultaneous uploads; the others wait. */
const maxConcurrentUploads = 3

const uploadsByView = new WeakMap<EditorView, NoteUploads>()
export const uploadsOf = (view: EditorView): NoteUploads | undefined => uploadsByView.get(view)

export const NoteUploadsExtension = Extension.create<{ articleId: string }>({
  name: 'noteUploads',

  addOptions: () => ({ articleId: '' }),

  addProseMirrorPlugins() {
    const { articleId } = this.options
    const running = new Map<string, Upload>()
    return [
      new Plugin<readonly UploadPosition[]>({
        key,
        state: {
          init: () => [],
          apply: (transaction, positions, { doc }) =>
            mapPositions(positions, transaction, doc, transaction.getMeta(key) as UploadChange | undefined),
        },
        props: {
          decorations: (state) => createDecorations(state, running),
        },
        view: (view) => {
          const uploads = createNoteUploads(view, articleId, running)
          uploadsByView.set(view, uploads)
          return { destroy: () => uploads.destroy() }
        },
      }),
    ]
  },
})

function createDecorations(state: EditorState, running: ReadonlyMap<string, Upload>): DecorationSet | null {
  const positions = key.getState(state) ?? []
  if (positions.length === 0) return null
  const widgets = positions.flatMap(({ id, position }) => {
    const upload = running.get(id)
    if (!upload) return []
    return [
      Decoration.widget(position, upload.card.dom, {
        key: id,
        side: 1,
        ignoreSelection: true,
        stopEvent: () => true,
      }),
    ]
  })
  return DecorationSet.create(state.doc, widgets)
}

function createNoteUploads(view: EditorView, articleId: string, running: Map<string, Upload>) {
  let count = 0
  let isEnded = false
  const change = (value: UploadChange): void => view.dispatch(view.state.tr.setMeta(key, value))
  const positionOf = (id: string) => key.getState(view.state)?.find((upload) => upload.id === id)?.position ?? null

  const forget = (upload: Upload): void => {
    running.delete(upload.id)
    if (upload.preview !== null) URL.revokeObjectURL(upload.preview)
    sendNext()
  }
  const cancel = (upload: Upload): void => {
    upload.abortController.abort()
    change({ removed: [upload.id] })
    forget(upload)
    view.focus()
  }
  const retry = (upload: Upload): void => {
    upload.state = 'waiting'
    upload.abortController = new AbortController()
    upload.card.setProgress(0)
    upload.card.setStatus(progressText(upload.source))
    sendNext()
  }
  const sendNext = (): void => {
    const all = [...running.values()]
    const free = maxConcurrentUploads - all.filter(({ state }) => state === 'sending').length
    for (const upload of all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void send(upload)
  }
  const send = async (upload: Upload): Promise<void> => {
    upload.state = 'sending'
    try {
      const file = await uploadToServer(upload, articleId)
      if (isEnded || !running.has(upload.id)) return
      finish(upload, file)
    } catch (error) {
      if (isEnded || !running.has(upload.id)) return
      upload.state = 'failed'
      const isRefused = error instanceof ApiError && error.status !== null && error.status < 500 && error.status !== 429
      upload.isConnectionLost = error instanceof ApiError && error.isConnectionError
      upload.card.setFailed(failureText(error), handleSessionError(error) || !isRefused)
      sendNext()
    }
  }
  const finish = (upload: Upload, file: NewFile): void => {
    const position = positionOf(upload.id)
    if (position !== null) {
      const removed = { removed: [upload.id] } satisfies UploadChange
      const { tr: transaction, selection } = view.state
      const done = exchange(upload.replaces, transaction, position, file) ?? insertFile(transaction, position, file)
      // Do not scroll if the caret has moved.
      if (selection.head === position) done?.scrollIntoView()
      if (done) view.dispatch(done.setMeta(key, removed))
      // A full note accepts nothing more.
      if (!done || positionOf(upload.id) !== null) change(removed)
    }
    forget(upload)
  }
  const exchange = (replaced: unknown, transaction: EditorState['tr'], position: number, { attrs }: NewFile) => {
    const before = transaction.doc.resolve(position).nodeBefore
    if (replaced === null || before === null || before.attrs['src'] !== replaced) return null
    const width = parseImageLength(before.attrs['width'])
    const natural = { width: Number(attrs['width'] ?? 0), height: Number(attrs['height'] ?? 0) }
    const size = width === null ? {} : imageSize(width, natural)
    return transaction.setNodeMarkup(position - before.nodeSize, null, { ...before.attrs, src: attrs['src'], ...size })
  }
  const make = (source: UploadSource, replaces: string | null): Upload => {
    count += 1
    const preview = source.kind === 'image' && 'file' in source ? URL.createObjectURL(source.file) : null
    const name = 'file' in source ? source.file.name || 'picture' : 'picture'
    const upload: Upload = {
      id: `upload-${count}`,
      source,
      preview,
      replaces,
      state: 'waiting',
      isConnectionLost: false,
      abortController: new AbortController(),
      card: createUploadCard({
        kind: source.kind,
        name,
        preview,
        onCancel: () => cancel(upload),
        onRetry: () => retry(upload),
      }),
    }
    upload.card.setProgress(0)
    upload.card.setStatus(progressText(source))
    running.set(upload.id, upload)
    return upload
  }
  const begin = (positions: readonly { upload: Upload; position: number }[]): void => {
    change({ added: positions.map(({ upload, position }) => ({ id: upload.id, position })) })
    sendNext()
  }

  const onOnline = (): void => {
    for (const upload of running.values()) if (upload.state === 'failed' && upload.isConnectionLost) retry(upload)
  }
  /** Leaving the page now would lose the uploads in progress. */
  const isUploading = (): boolean => [...running.values()].some(({ state }) => state !== 'failed')
  window.addEventListener('online', onOnline)
  const removeLeaveCheck = addLeaveCheck(isUploading, () => confirmLoss(texts.leavingCancelsUploads))

  return {
    add(sources, position) {
      const { state } = view
      begin(
        sources.map((source) => ({
          upload: make(source, null),
          position: uploadPosition(state, position, source.kind),
        })),
      )
    },
    replace(source, position) {
      const src: unknown = view.state.doc.resolve(position).nodeBefore?.attrs['src']
      begin([{ upload: make(source, typeof src === 'string' ? src : null), position }])
    },
    replaceWithUploaded(image, position) {
      const transaction = view.state.tr
      const src: unknown = transaction.doc.resolve(position).nodeBefore?.attrs['src']
      const done = exchange(src ?? null, transaction, position, toImageFile(image, undefined))
      if (done) view.dispatch(done)
    },
    async insertImage(image, position, alt) {
      const pending = { id: `pending-${(count += 1)}`, position: uploadPosition(view.state, position, 'image') }
      change({ added: [pending] })
      await preloadImage(image.signedUrl)
      if (isEnded) return
      const at = positionOf(pending.id)
      const done = at === null ? null : insertFile(view.state.tr, at, toImageFile(image, alt))
      if (done) view.dispatch(done.setMeta(key, { removed: [pending.id] } satisfies UploadChange))
      else change({ removed: [pending.id] })
    },
    destroy() {
      isEnded = true
      uploadsByView.delete(view)
      if (isUploading()) showWarning(texts.theUploadWasCancelled)
      window.removeEventListener('online', onOnline)
      removeLeaveCheck()
      for (const { abortController, preview } of running.values()) {
        abortController.abort()
        if (preview !== null) URL.revokeObjectURL(preview)
      }
      running.clear()
    },
  } satisfies NoteUploads & { destroy: () => void }
}

const progressText = ({ kind }: UploadSource): string => (kind === 'image' ? texts.uploadingAnImage : texts.uploading)

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.somethingWentWrong
  return error.isConnectionError ? texts.pleaseCheckYourInternetConnection : error.message
}

async function uploadToServer({ source, card, abortController }: Upload, articleId: string): Promise<NewFile> {
  const options = { articleId, signal: abortController.signal, onProgress: card.setProgress }
  if (source.kind === 'attachment') {
    if (source.file.size > fileLimits.attachmentBytes) throw validationError(fileMessages.attachmentTooLarge)
    const { id, url, name, ext, size, time } = await uploadAttachment(source.file, options)
    return { kind: 'attachment', attrs: { id, url, name, ext: ext || null, size, time } }
  }
  if ('url' in source) {
    card.setProgress(null)
    const image = await api.image.upload(
      { query: { articleId }, body: { url: source.url } },
      { signal: abortController.signal },
    )
    return prepareImage(image, source, card)
  }
  if (!isImageType(source.file.type)) throw validationError(fileMessages.notAnImage)
  if (source.file.size > fileLimits.imageBytes) throw validationError(fileMessages.imageTooLarge)
  return prepareImage(await uploadImage(source.file, options), source, card)
}

const validationError = (message: string): ApiError => new ApiError({ message, status: 422 })

/** Preloaded before it is inserted, to avoid flicker. */
async function prepareImage(image: UploadedImage, { alt }: { alt?: string }, card: UploadCard): Promise<NewFile> {
  card.setProgress(null)
  card.setStatus(texts.insertingImageIntoEditor)
  await preloadImage(image.signedUrl)
  return toImageFile(image, alt)
}

function toImageFile({ url, width, height }: UploadedImage, alt: string | undefined): NewFile {
  return { kind: 'image', attrs: { src: url, alt: alt || null, ...initialImageSize({ width, height }) } }
}

const maxPreloadMs = 3000

async function preloadImage(address: string): Promise<void> {
  const image = new Image()
  image.src = address
  const wait = new Promise<void>((resolve) => {
    setTimeout(resolve, maxPreloadMs)
  })
  await Promise.race([image.decode().catch(() => undefined), wait])
}
