/** An image in the editor: the same frame that readers see, with a handle on either side while it is selected. */
import type { NodeViewRendererProps } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { imageSize, imageWidths, noteImage } from '@knowreel/shared/note/note-files.ts'
import { loadImage, type ImageLoader } from '../../files/image-loader.ts'
import * as texts from '../texts.ts'
import { changeImageAt } from './change-image.ts'
import { clampImageWidth, draggedWidth, steppedWidth } from './image-width.ts'

export function imageView(articleId: string) {
  return ({ node, view, getPos, editor }: NodeViewRendererProps): NodeView => {
    let shown = node
    const dom = document.createElement('span')
    dom.dataset['type'] = 'image'
    const image = document.createElement('img')
    image.draggable = false
    dom.append(image)
    let loader: ImageLoader | null = null
    let src: string | null = null

    const draw = (next: Node): void => {
      shown = next
      const { alt, title, width, height, display, ...picture } = noteImage(next.attrs)
      dom.dataset['display'] = display
      image.dataset['display'] = display
      image.alt = alt
      if (title === null) image.removeAttribute('title')
      else image.title = title
      setSize(width, height)
      if (picture.src === src && loader) return
      loader?.destroy()
      src = picture.src
      if (src === null) {
        dom.dataset['state'] = 'missing'
        loader = null
        return
      }
      image.dataset['src'] = src
      loader = loadImage(dom, image, { articleId, path: src })
      // Once attached, the image has a known size; images created together are requested together.
      queueMicrotask(() => loader?.load())
    }
    const setSize = (width: number | null, height: number | null): void => {
      dom.style.width = width === null ? '' : `${width}px`
      dom.style.setProperty('--picture-width', dom.style.width)
      dom.style.aspectRatio = width === null || height === null ? '' : `${width} / ${height}`
    }
    const natural = () => {
      const { naturalWidth, naturalHeight } = image
      if (naturalWidth > 0 && naturalHeight > 0) return { width: naturalWidth, height: naturalHeight }
      const { width, height } = noteImage(shown.attrs)
      return { width: width ?? 0, height: height ?? 0 }
    }
    const most = (): number => {
      const room = dom.parentElement?.closest<HTMLElement>('p, h1, h2, h3, h4, h5') ?? view.dom
      return Math.max(imageWidths.min, Math.floor(room.clientWidth))
    }
    const widthNow = (): number => Math.round(dom.getBoundingClientRect().width)
    const preview = (width: number): void => {
      const size = imageSize(width, natural())
      setSize(size.width, size.height)
      for (const handle of handles) setAriaValues(handle, width, most())
    }
    const write = (width: number): void => {
      const position = getPos()
      if (position !== undefined) changeImageAt(view, position, imageSize(width, natural()))
    }
    const revert = (): void => {
      const { width, height } = noteImage(shown.attrs)
      setSize(width, height)
    }
    const leave = (): void => view.focus()
    const runEditorKey = (event: KeyboardEvent, side: HandleSide): void => {
      view.someProp('handleKeyDown', (handleKey) => handleKey(view, event))
      // A change of the note may have drawn the picture with new handles, or removed it.
      const handle = handles.find(({ dataset }) => dataset['side'] === side)
      if (handle) handle.focus()
      else view.focus()
    }

    let handles: HTMLElement[] = []
    const removeHandles = (): void => {
      for (const handle of handles) handle.remove()
      handles = []
    }
    const addHandles = (): void => {
      if (handles.length > 0 || !editor.isEditable) return
      handles = (['left', 'right'] as const).map((side) => {
        const handle = createResizeHandle(side, {
          currentWidth: widthNow,
          maxWidth: most,
          preview,
          save: write,
          revert,
          focusEditor: leave,
          runEditorKey: (event) => runEditorKey(event, side),
        })
        setAriaValues(handle, widthNow(), most())
        return handle
      })
      dom.append(...handles)
    }
    const loadAgain = (): void => loader?.retry()
    window.addEventListener('online', loadAgain)
    draw(node)

    return {
      dom,
      update(next) {
        if (next.type !== shown.type) return false
        if (!next.eq(shown)) draw(next)
        else shown = next
        return true
      },
      selectNode() {
        dom.classList.add('ProseMirror-selectednode')
        addHandles()
      },
      deselectNode() {
        dom.classList.remove('ProseMirror-selectednode')
        removeHandles()
      },
      stopEvent: (event) => event.target instanceof HTMLElement && handles.includes(event.target),
      ignoreMutation: () => true,
      destroy() {
        window.removeEventListener('online', loadAgain)
        loader?.destroy()
        removeHandles()
      },
    }
  }
}

type ImageResizer = {
  currentWidth: () => number
  maxWidth: () => number
  /** Shows a width without saving it. */
  preview: (width: number) => void
  save: (width: number) => void
  revert: () => void
  focusEditor: () => void
  /** Runs the command that this key has in the text. */
  runEditorKey: (event: KeyboardEvent) => void
}

type HandleSide = 'left' | 'right'

const isHistoryKey = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean => (ctrlKey || metaKey) && /^[zy]$/i.test(key)

function setAriaValues(handle: HTMLElement, width: number, most: number): void {
  handle.ariaValueMin = String(imageWidths.min)
  handle.ariaValueMax = String(most)
  handle.ariaValueNow = String(width)
  handle.ariaValueText = texts.widthPixels(width)
}

/** Resized by dragging or with the arrow keys; either way it saves once, at the end. */
function createResizeHandle(side: HandleSide, sizing: ImageResizer): HTMLElement {
  const handle = document.createElement('span')
  handle.className = 'note-size-handle'
  handle.dataset['side'] = side
  handle.role = 'slider'
  handle.tabIndex = 0
  handle.ariaLabel = texts.widthOfThePictureSide(side)
  let chosen: number | null = null

  const set = (width: number): void => {
    chosen = clampImageWidth(width, sizing.maxWidth())
    sizing.preview(chosen)
  }
  const end = (): void => {
    const width = chosen
    chosen = null
    if (width !== null) sizing.save(width)
  }
  handle.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return
    down.preventDefault()
    const before = sizing.currentWidth()
    handle.setPointerCapture(down.pointerId)
    const move = (event: PointerEvent) => set(draggedWidth(before, event.clientX - down.clientX, side))
    const stop = (isKept: boolean) => () => {
      handle.removeEventListener('pointermove', move)
      if (isKept) return end()
      chosen = null
      sizing.revert()
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', stop(true), { once: true })
    handle.addEventListener('pointercancel', stop(false), { once: true })
  })
  handle.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape' && chosen !== null) {
        chosen = null
        sizing.revert()
      }
      end()
      sizing.focusEditor()
      return
    }
    if (isHistoryKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      end()
      sizing.runEditorKey(event)
      return
    }
    const width = steppedWidth(chosen ?? sizing.currentWidth(), event, sizing.maxWidth())
    if (width === null) return
    event.preventDefault()
    event.stopPropagation()
    set(width)
  })
  // Saves one size after the last key, not one for every step.
  handle.addEventListener('blur', end)
  return handle
}
