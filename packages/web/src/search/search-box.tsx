import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { IconChevronRight, IconHistory, IconSearch, IconSparkles, IconX } from '@tabler/icons-react'
import { formatFilter, isQuestion, parseSearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { AnswerPanel } from '../ai/index.ts'
import { useNarrow } from '../ui/use-breakpoints.ts'
import { FilterNames, nameId } from './filters/filter-names.tsx'
import { CategoryFilter, FilterHints, FilterMenu } from './filters/search-filters.tsx'
import { useOfferedNames, type FilterName } from './filters/use-filter-names.ts'
import { SearchPreview } from './search-preview.tsx'
import { optionId } from './results/result-row.tsx'
import { SearchResults } from './results/search-results.tsx'
import { resultUrl } from './results/result-url.ts'
import { useAsking } from './use-asking.ts'
import { useEarlyEnter, type EarlyEnter } from './use-early-enter.ts'
import { useOpenResult } from './use-open-result.ts'
import { useCloseOutside, useEscape } from './use-leaving.ts'
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
  const [caret, setCaret] = useState(0)
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
  const isListShown = asked === null && isShown && (typed.trim() !== '' || variant === 'dialog' || rows.length > 0)
  // Preselects the best result, except in the history, for a question, and in results of what was typed before.
  const isForAi = asking.isEnabled && isQuestion(parseSearchQuery(typed))
  const isPreselected = chosenAt === -1 && !search.isHistory && !search.isWaiting && !isForAi && rows.length > 0
  const activeAt = isPreselected ? 0 : chosenAt
  const active = (isListShown && rows[activeAt]) || null
  const open = useOpenResult(onClose)
  const earlyRef: EarlyEnter = useRef(null)

  const names = useOfferedNames(isListShown ? typed : '', caret)
  const filterListId = useId()

  const change = (next: string, nextCaret = next.length) => {
    setTyped(next)
    setCaret(nextCaret)
    earlyRef.current = null
    setActiveId(null)
    setCategory(null)
    setShown(true)
  }
  const fill = (text: string) => {
    change(text)
    field.current?.focus()
  }
  const addFilter = (filter: string) => fill(`${typed.trim()} ${filter}`.trimStart())
  /** After the value has changed. */
  const nextCaret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (nextCaret.current !== null) field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  })
  const complete = ({ value }: FilterName) => {
    if (names.filter === null) return
    const before = `${typed.slice(0, names.filter.start)}${formatFilter(names.filter.name, value)} `
    change(before + typed.slice(names.filter.end).trimStart(), before.length)
    nextCaret.current = before.length
    field.current?.focus()
  }
  const ask = (text: string) => {
    if (asking.ask(text)) fill('')
  }
  const leaveAi = () => {
    asking.leave()
    field.current?.focus()
  }
  const openResult = (result: SearchResult, event: MouseEvent | KeyboardEvent) => {
    if (result.category === 'none') {
      event.preventDefault()
      if (asking.isEnabled) ask(result.title)
      else fill(result.title)
    } else open(result, event)
  }
  const activate = (at: number) => {
    setShown(true)
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!row) return
    setActiveId(row.id)
    document.getElementById(optionId(listId, row))?.scrollIntoView({ block: 'nearest' })
  }
  /** Whether the key acts on the offered names. */
  const pressInNames = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const { offered, activeAt: at, activate: select } = names
    const name = offered?.names[at]
    if (!offered || !name) return false
    if (key === 'ArrowDown') select(Math.min(offered.names.length - 1, at + 1))
    else if (key === 'ArrowUp') select(Math.max(0, at - 1))
    else if (key === 'Enter' || (key === 'Tab' && !shiftKey)) complete(name)
    else return false
    return true
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (pressInNames(event)) return event.preventDefault()
    if (asked) {
      if (event.key !== 'Enter') return
      ask(typed)
    } else if (event.key === 'ArrowDown') activate(activeAt + 1)
    else if (event.key === 'ArrowUp') activate(activeAt - 1)
    else if (event.key === 'Enter') {
      if (active) openResult(active, event)
      else if (isForAi) ask(typed)
      else if (search.isWaiting) earlyRef.current = event
      else if (isListShown) ask(typed)
      setShown(true)
    } else if (event.key === 'Tab' && !event.shiftKey && rows.length > 0 && isListShown) {
      const next = nextGroupStart(search.groups, activeAt)
      if (next === null) return
      activate(next)
    } else return
    event.preventDefault()
  }

  useEarlyEnter(earlyRef, !search.isWaiting, (event) => {
    if (active) openResult(active, event)
    else if (!search.isError) ask(typed)
  })
  useCloseOutside(box, variant === 'home' && isShown, () => setShown(false))
  /** Closes the innermost of what is open. */
  const leave = () => {
    if (names.offered) return names.dismiss()
    if (variant === 'home' && isListShown) return setShown(false)
    if (typed !== '' && (variant === 'home' || asked)) {
      change('')
      return setShown(variant === 'dialog')
    }
    if (asked) leaveAi()
    else if (variant === 'home') field.current?.blur()
    else onClose()
  }
  useEscape(variant === 'home' ? box : null, leave)

  return (
    <div ref={box} className={styles.box} data-look={variant} role="search">
      <label className={styles.field}>
        {leading || <IconSearch className="kr-icon-20" />}
        {asked && (
          <button type="button" className={styles.tag} aria-label={texts.leaveAi} onClick={leaveAi}>
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
          aria-controls={names.offered ? filterListId : listId}
          aria-autocomplete="list"
          aria-activedescendant={
            names.offered ? nameId(filterListId, names.activeAt) : active ? optionId(listId, active) : undefined
          }
          autoComplete="off"
          onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionEnd ?? undefined)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd ?? typed.length)}
          onFocus={() => setShown(true)}
          onClick={() => setShown(true)}
          onKeyDown={press}
        />
        {mayAsk && !isNarrow && (
          <button type="button" className={styles.hint} onClick={() => ask(typed)}>
            <IconSparkles className="kr-icon-16" />
            {texts.askAi}
          </button>
        )}
        {typed === '' && children}
        {typed !== '' && (
          <button type="button" className={styles.clear} aria-label={texts.clear} onClick={() => fill('')}>
            <IconX />
          </button>
        )}
      </label>
      {variant === 'home' && asking.isEnabled && asked === null && (
        <AskedBefore questions={search.asked} isLoading={search.isHistory && search.isPending} onChoose={openResult} />
      )}
      {asked && (
        <div className={styles.panel} data-answer>
          <AnswerPanel asked={asked} onBusy={asking.setBusy} urlOf={resultUrl} onOpen={open} />
        </div>
      )}
      {isListShown && (
        <div className={styles.panel}>
          {names.offered && names.filter ? (
            <FilterNames
              id={filterListId}
              filter={names.filter.name}
              offered={names.offered}
              activeAt={names.activeAt}
              onActivate={names.activate}
              onChoose={complete}
            />
          ) : (
            <>
              {typed.trim() !== '' && (
                <div className={styles.filters}>
                  <span className={styles.heading}>{texts.results}</span>
                  <CategoryFilter search={search} category={category} onChange={setCategory} />
                  <FilterMenu onChoose={addFilter} />
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
                  onActivate={setActiveId}
                  onOpen={openResult}
                />
                {variant === 'dialog' && (
                  <SearchPreview result={active} query={search.query} asked={search.asked} onOpen={openResult}>
                    <FilterHints onChoose={addFilter} />
                  </SearchPreview>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </div>
  )
}

const maxAskedBefore = 3

/** Questions to ask again. Their space is reserved while they load. */
function AskedBefore({
  questions,
  isLoading,
  onChoose,
}: {
  questions: readonly SearchResult[]
  isLoading: boolean
  onChoose: (question: SearchResult, event: MouseEvent) => void
}) {
  const shown = questions.filter(({ category }) => category === 'none').slice(0, maxAskedBefore)
  return (
    <div
      className={styles.askedBefore}
      role="group"
      aria-label={texts.recentlyAsked}
      data-loading={isLoading || undefined}
    >
      {shown.length > 0 && (
        <p className={styles.askedTitle} aria-hidden>
          {texts.recentlyAsked}
        </p>
      )}
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
