import './find-colours.css'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { showError } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import {
  findRanges,
  firstVisible,
  MAX_MATCHES,
  highlightRanges,
  scrollToRange,
  clearHighlights,
} from './find-ranges.ts'
import styles from './find-bar.module.css'

type FindBarProps = { root: RefObject<HTMLElement | null>; editor?: Editor | null; onClose: () => void }

/** Milliseconds of debounce, so that the search delays neither the query nor the text being typed. */
const queryDebounceMs = 80
const changeDebounceMs = 300
const maxQueryLength = 500

/** Searches the note; in the editor it also replaces matches. */
export function FindBar({ root, editor, onClose }: FindBarProps) {
  const [words, setWords] = useState(selectedText)
  const [replacement, setReplacement] = useState('')
  const [isCaseKept, setCaseKept] = useState(false)
  const [isWholeWord, setWholeWord] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { found, step, readRanges, searchNow } = useMatches(root, words, { isCaseSensitive: isCaseKept, isWholeWord })
  const canReplace = editor?.isEditable === true

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  // Without matches the buttons are disabled, and a disabled button with the focus receives no keys.
  useLayoutEffect(() => {
    if (found.count === 0 && document.activeElement?.matches('[data-find] button')) field.current?.focus()
  }, [found.count])

  const close = useCallback(() => {
    const range = readRanges().current
    onClose()
    restoreFocus(root.current, editor, range)
  }, [editor, onClose, readRanges, root])

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      const isNext = event.key === 'F3' || (event.key.toLowerCase() === 'g' && (event.ctrlKey || event.metaKey))
      if (!isNext) return
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [step])

  const replace = async (isEvery: boolean) => {
    // Loaded only for editing.
    const loaded = await import('./replace-matches.ts').catch(() => null)
    if (!loaded) return showError(texts.connectionError)
    const { all, current } = readRanges()
    const chosen = isEvery ? all : all.filter((range) => range === current)
    if (editor && loaded.replaceMatches(editor, chosen, replacement) > 0) searchNow()
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }

  return createPortal(
    <div
      className={styles.bar}
      role="search"
      aria-label={texts.findInThisNote}
      data-find
      // Clicking a button, even one that was just disabled, keeps the focus in the field, which handles the keys.
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <div className={styles.row}>
        <TextInput
          ref={field}
          className="kr-grow"
          size="sm"
          aria-label={texts.find}
          placeholder={texts.find}
          maxLength={maxQueryLength}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={walk}
        />
        <span className={styles.count} role="status">
          {words !== '' && matchCountText(found)}
        </span>
        <Toggle label={texts.matchCase} isOn={isCaseKept} onPress={() => setCaseKept(!isCaseKept)}>
          {texts.aa}
        </Toggle>
        <Toggle label={texts.wholeWords} isOn={isWholeWord} onPress={() => setWholeWord(!isWholeWord)}>
          <u>{texts.ab}</u>
        </Toggle>
        <ActionIcon
          aria-label={texts.previous}
          title={texts.previousShiftEnter}
          disabled={found.count === 0}
          onClick={() => step(-1)}
        >
          <IconChevronUp />
        </ActionIcon>
        <ActionIcon
          aria-label={texts.next}
          title={texts.nextEnter}
          disabled={found.count === 0}
          onClick={() => step(1)}
        >
          <IconChevronDown />
        </ActionIcon>
        <ActionIcon aria-label={texts.close} title={texts.closeEsc} onClick={close}>
          <IconX />
        </ActionIcon>
      </div>
      {canReplace && (
        <div className={styles.row}>
          <TextInput
            className="kr-grow"
            size="sm"
            aria-label={texts.replaceWith}
            placeholder={texts.replaceWith}
            maxLength={maxQueryLength}
            value={replacement}
            onChange={(event) => setReplacement(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void replace(false)
            }}
          />
          <Button disabled={found.count === 0} onClick={() => void replace(false)}>
            {texts.replace}
          </Button>
          <Button disabled={found.count === 0} onClick={() => void replace(true)}>
            {texts.replaceAll}
          </Button>
        </div>
      )}
    </div>,
    document.querySelector('[data-mantine-shared-portal-node]') ?? document.body,
  )
}

type ToggleProps = { label: string; isOn: boolean; onPress: () => void; children: ReactNode }

const Toggle = ({ label, isOn, onPress, children }: ToggleProps) => (
  <ActionIcon className={styles.toggle} aria-label={label} title={label} aria-pressed={isOn} onClick={onPress}>
    {children}
  </ActionIcon>
)

type MatchPosition = { readonly count: number; readonly index: number }

const matchCountText = ({ count, index }: MatchPosition): string =>
  count === 0 ? texts.noResults : texts.indexOfCount(index + 1, count === MAX_MATCHES ? `${MAX_MATCHES}+` : count)

/** Finds and highlights the matches; searches again after the text changed. */
function useMatches(
  root: RefObject<HTMLElement | null>,
  words: string,
  { isCaseSensitive, isWholeWord }: SearchOptions,
) {
  const ranges = useRef<readonly StaticRange[]>([])
  const position = useRef(-1)
  const [found, setFound] = useState<MatchPosition>({ count: 0, index: 0 })

  const show = useCallback((index: number) => {
    const { length } = ranges.current
    position.current = length === 0 ? -1 : (index + length) % length
    highlightRanges(ranges.current, position.current)
    const next = { count: length, index: Math.max(0, position.current) }
    setFound((former) => (former.count === next.count && former.index === next.index ? former : next))
  }, [])
  const search = useCallback(() => {
    const element = root.current
    if (!element) return
    ranges.current = findRanges(element, words, { isCaseSensitive, isWholeWord })
    const isNew = position.current < 0
    show(isNew ? firstVisible(element, ranges.current) : Math.min(position.current, ranges.current.length - 1))
    if (isNew) scrollToRange(ranges.current[position.current])
  }, [isCaseSensitive, isWholeWord, root, show, words])

  useEffect(() => {
    position.current = -1
    const first = setTimeout(search, queryDebounceMs)
    let again: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      clearTimeout(again)
      again = setTimeout(search, changeDebounceMs)
    })
    if (root.current) observer.observe(root.current, { subtree: true, childList: true, characterData: true })
    return () => {
      clearTimeout(first)
      clearTimeout(again)
      observer.disconnect()
    }
  }, [root, search])
  useEffect(() => clearHighlights, [])

  const step = useCallback(
    (by: 1 | -1) => {
      // Enter right after the last character does not wait for the debounce.
      if (position.current < 0) return search()
      show(position.current + by)
      scrollToRange(ranges.current[position.current])
    },
    [search, show],
  )
  const readRanges = useCallback(() => {
    // The query or the options changed, and the debounced search has not run yet.
    if (position.current < 0) search()
    return { all: ranges.current, current: ranges.current[position.current] }
  }, [search])
  const searchNow = useCallback(() => {
    search()
    scrollToRange(ranges.current[position.current])
  }, [search])
  return { found, step, readRanges, searchNow }
}

type SearchOptions = { readonly isCaseSensitive: boolean; readonly isWholeWord: boolean }

/** A selection within one line becomes the query. */
function selectedText(): string {
  const text = getSelection()?.toString() ?? ''
  return text.includes('\n') || text.length > maxQueryLength ? '' : text.trim()
}

/** Selects the current match and returns the focus to the text. */
function restoreFocus(root: HTMLElement | null, editor: Editor | null | undefined, range?: StaticRange): void {
  const isThere = range?.startContainer.isConnected && range.endContainer.isConnected
  if (editor) {
    if (!range || !isThere) return void editor.commands.focus(undefined, { scrollIntoView: false })
    const from = editor.view.posAtDOM(range.startContainer, range.startOffset)
    const to = editor.view.posAtDOM(range.endContainer, range.endOffset)
    editor.chain().focus(undefined, { scrollIntoView: false }).setTextSelection({ from, to }).run()
    return
  }
  root?.closest<HTMLElement>('main')?.focus({ preventScroll: true })
  if (range && isThere) {
    getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  }
}
