import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { IconChevronRight, IconHistory, IconSearch, IconSparkles, IconX } from '@tabler/icons-react'
import { isQuestion, parseSearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { AnswerPanel } from '../ai/index.ts'
import { showWarning } from '../ui/toast/toast.ts'
import { useNarrow } from '../ui/use-breakpoints.ts'
import { CategoryFilter, FilterMenu } from './search-filters.tsx'
import { SearchPreview } from './search-preview.tsx'
import { optionId } from './result-row.tsx'
import { SearchResults } from './search-results.tsx'
import { resultUrl } from './result-url.ts'
import { useRemember } from './search.queries.ts'
import { useAsking } from './use-asking.ts'
import { useSearch } from './use-search.ts'
import * as texts from './texts.ts'
import styles from './search-box.module.css'

type SearchBoxProps = {
  /** In the dialog, or on Home, where results appear below the field. */
  variant: 'dialog' | 'home'
  placeholder: string
  /** After a result was opened or Escape was pressed. */
  onClose: () => void
  fieldId?: string
  /** Instead of the search icon. */
  leading?: ReactNode
  children?: ReactNode
}

/** The search field with its results: a combobox whose list stays visible. */
export function SearchBox({ variant, placeholder, onClose, fieldId, leading, children }: SearchBoxProps) {
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState<SearchCategory | null>(null)
  const [isShown, setShown] = useState(variant === 'dialog')
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const asking = useAsking()
  const { asked } = asking
  const isNarrow = useNarrow()
  const mayAsk = asked === null && asking.isEnabled && typed.trim() !== ''
  const search = useSearch(asked ? '' : typed, category)
  const rows = useMemo(() => search.groups.flatMap(({ results }) => results), [search.groups])
  const [activeId, setActiveId] = useState<string | null>(null)
  const chosenAt = rows.findIndex(({ id }) => id === activeId)
  // Preselects the best result, except in the history, for a question, and in results of what was typed before.
  const isForAi = asking.isEnabled && isQuestion(parseSearchQuery(typed))
  const isPreselected = chosenAt === -1 && !search.isHistory && !search.isWaiting && !isForAi && rows.length > 0
  const activeAt = isPreselected ? 0 : chosenAt
  const active = rows[activeAt] ?? null
  const open = useOpenResult(onClose)
  /** Enter was pressed before the results of what is typed arrived. */
  const earlyEnter = useRef<KeyboardEvent | null>(null)

  useCloseOutside(box, variant === 'home' && isShown, () => setShown(false))
  const change = (next: string) => {
    setTyped(next)
    earlyEnter.current = null
    setActiveId(null)
    setCategory(null)
    setShown(true)
  }
  const fill = (text: string) => {
    change(text)
    field.current?.focus()
  }
  const ask = (text: string) => {
    if (asking.ask(text)) fill('')
  }
  const openResult = (result: SearchResult, event: MouseEvent | KeyboardEvent) => {
    if (result.category === 'none') {
      event.preventDefault()
      if (asking.isEnabled) ask(result.title)
      else fill(result.title)
    } else open(result, event)
  }
  const activate = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!row) return
    setActiveId(row.id)
    document.getElementById(optionId(listId, row))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (asked) {
      if (event.key !== 'Enter') return
      ask(typed)
    } else if (event.key === 'ArrowDown') activate(activeAt + 1)
    else if (event.key === 'ArrowUp') activate(activeAt - 1)
    else if (event.key === 'Enter') {
      if (active) openResult(active, event)
      else if (search.isWaiting && !isForAi) earlyEnter.current = event
      else ask(typed)
    } else if (event.key === 'Tab' && !event.shiftKey && rows.length > 0 && isShown) {
      const next = nextGroupStart(search.groups, activeAt)
      if (next === null) return
      activate(next)
    } else if (event.key === 'Escape') {
      if (variant === 'dialog') return
      setShown(false)
      field.current?.blur()
    } else return
    event.preventDefault()
  }

  useEffect(() => {
    const event = earlyEnter.current
    if (event === null || search.isWaiting || search.isPending) return
    earlyEnter.current = null
    if (active) openResult(active, event)
    else if (!search.isError) ask(typed)
  })

  const isListShown = asked === null && isShown && (typed.trim() !== '' || variant === 'dialog' || rows.length > 0)
  return (
    <div ref={box} className={styles.box} data-look={variant} role="search">
      <label className={styles.field}>
        {leading || <IconSearch className="kr-icon-20" />}
        {asked && (
          <button type="button" className={styles.tag} aria-label={texts.leaveAi} onClick={() => asking.leave()}>
            <IconSparkles className="kr-icon-16" />
            {texts.ai}
            <IconX className="kr-icon-14" />
          </button>
        )}
        <input
          ref={field}
          id={fieldId}
          type="search"
          role="combobox"
          data-autofocus={variant === 'dialog' || undefined}
          value={typed}
          maxLength={500}
          placeholder={asked ? texts.askAnythingElse : placeholder}
          aria-label={placeholder}
          aria-expanded={isListShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(listId, active) : undefined}
          autoComplete="off"
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={() => setShown(true)}
          onKeyDown={press}
        />
        {mayAsk && !isNarrow && (
          <button type="button" className={styles.hint} onClick={() => ask(typed)}>
            <IconSparkles className="kr-icon-16" />
            {texts.askAi}
          </button>
        )}
        {children}
        {typed !== '' && (
          <button type="button" className={styles.clear} aria-label={texts.clear} onClick={() => fill('')}>
            <IconX />
          </button>
        )}
      </label>
      {variant === 'home' && asking.isEnabled && asked === null && (
        <AskedBefore questions={search.asked} onChoose={openResult} />
      )}
      {asked && (
        <div className={styles.panel} data-answer>
          <AnswerPanel asked={asked} onBusy={asking.setBusy} urlOf={resultUrl} onOpen={open} />
        </div>
      )}
      {isListShown && (
        <div className={styles.panel}>
          {typed.trim() !== '' && (
            <div className={styles.filters}>
              <span className={styles.heading}>{texts.results}</span>
              <CategoryFilter search={search} category={category} onChange={setCategory} />
              <FilterMenu onChoose={(filter) => fill(`${typed.trim()} ${filter}`.trimStart())} />
            </div>
          )}
          {mayAsk && isNarrow && (
            <button type="button" className={styles.askRow} onClick={() => ask(typed)}>
              <IconSparkles />
              <span>{texts.askAiAbout(typed.trim())}</span>
              <IconChevronRight />
            </button>
          )}
          <div className={styles.columns}>
            <SearchResults
              id={listId}
              search={search}
              activeId={active?.id ?? null}
              typed={typed}
              onActivate={setActiveId}
              onOpen={openResult}
            />
            {variant === 'dialog' && (
              <SearchPreview result={active} query={search.query} asked={search.asked} onOpen={openResult} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

const maxAskedBefore = 3

/** Questions to ask again. Their space is reserved while they load. */
function AskedBefore({
  questions,
  onChoose,
}: {
  questions: readonly SearchResult[]
  onChoose: (question: SearchResult, event: MouseEvent) => void
}) {
  const shown = questions.filter(({ category }) => category === 'none').slice(0, maxAskedBefore)
  return (
    <div className={styles.askedBefore} role="group" aria-label={texts.recentlyAsked}>
      {shown.map((question) => (
        <button key={question.id} type="button" onClick={(event) => onChoose(question, event)}>
          <IconHistory className="kr-icon-16" />
          <span>{question.title}</span>
        </button>
      ))}
    </div>
  )
}

/** The first row after the active one's category; null behind the last category. */
function nextGroupStart(groups: readonly { readonly results: readonly unknown[] }[], activeAt: number): number | null {
  let start = 0
  for (const { results } of groups) {
    if (start > activeAt) return start
    start += results.length
  }
  return null
}

function useOpenResult(onClose: () => void) {
  const router = useRouter()
  const remember = useRemember()
  return (result: SearchResult, event: MouseEvent | KeyboardEvent) => {
    const url = resultUrl(result)
    if (url === null) {
      event.preventDefault()
      return showWarning(texts.canNotNavigateToThisItem)
    }
    remember(result)
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || ('button' in event && event.button !== 0)
    if (isElsewhere) {
      // The browser does this for links.
      if (!('button' in event)) window.open(url, '_blank', 'noopener')
      return
    }
    event.preventDefault()
    onClose()
    router.history.push(url)
  }
}

function useCloseOutside(box: { readonly current: HTMLElement | null }, isEnabled: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isEnabled) return
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  })
}
