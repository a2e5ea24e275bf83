import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Modal, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { IconFileText, IconSearch, IconSun, IconVideo } from '@tabler/icons-react'
import { Kbd } from '../../ui/chip.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/skeleton.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'
import { KeyHints } from '../key-hints.tsx'
import { resultUrl } from '../result-url.ts'
import { searchQuery, useRemember } from '../search.queries.ts'
import * as texts from '../texts.ts'
import { themes, useCommands, type Command } from './use-commands.ts'
import boxStyles from '../search-box.module.css'
import styles from './command-palette.module.css'

const debounceMs = 500
const maxArticles = 6

type PaletteProps = DialogProps & { openShortcuts: () => void }

/** Runs commands and opens articles by their titles. */
export function CommandPalette({ opened, onClose, openShortcuts }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [activeAt, setActiveAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const isNarrow = useNarrow()
  const { commands, articleSearch } = useShownCommands(typed, openShortcuts)
  const active = commands[Math.min(activeAt, commands.length - 1)]

  const run = (command: Command) => {
    if (!command.isLasting) onClose()
    command.run()
  }
  const move = (by: number) => {
    const next = Math.max(0, Math.min(commands.length - 1, activeAt + by))
    setActiveAt(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && active) run(active)
    else if (event.key === '?' && typed === '') {
      onClose()
      openShortcuts()
    } else return
    event.preventDefault()
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isNarrow}
      size={640}
      yOffset={48}
      centered={false}
      padding={0}
      title={texts.commandPalette}
      classNames={{ header: 'kr-sr', content: styles.content ?? '', body: styles.body ?? '' }}
    >
      <label className={boxStyles.field}>
        <IconSearch className="kr-icon-20" />
        <input
          ref={field}
          type="search"
          role="combobox"
          data-autofocus
          value={typed}
          maxLength={500}
          placeholder={texts.searchOrRunACommand}
          aria-label={texts.searchOrRunACommand}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active ? `${listId}-${commands.indexOf(active)}` : undefined}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActiveAt(0)
          }}
          onKeyDown={press}
        />
        <button type="button" className={boxStyles.leave} onClick={onClose} aria-label={texts.closeByEscape}>
          <Kbd>{texts.escape}</Kbd>
        </button>
      </label>
      <div id={listId} role="listbox" aria-label={texts.commandPalette} className={styles.list}>
        {Array.from(
          Map.groupBy(commands, ({ group }) => group),
          ([group, members]) => (
            <div key={group} role="group" aria-label={group}>
              <div className={styles.group} aria-hidden>
                {group}
              </div>
              {members.map((command) => (
                <CommandRow
                  key={command.id}
                  id={`${listId}-${commands.indexOf(command)}`}
                  command={command}
                  isActive={command === active}
                  onActivate={() => setActiveAt(commands.indexOf(command))}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          ),
        )}
      </div>
      {typed === '' && <ThemeRow />}
      {articleSearch.isError && (
        <LoadError
          text={texts.searchCouldNotBeLoaded}
          onRetry={() => void articleSearch.refetch()}
          isRetrying={articleSearch.isFetching}
        />
      )}
      {articleSearch.isPending && commands.length === 0 && <ListSkeleton rows={2} height={44} />}
      <p className={styles.none} role="status">
        {commands.length === 0 && !articleSearch.isPending && !articleSearch.isError && texts.noCommand}
      </p>
      {!isNarrow && <KeyHints of={['move', 'run', 'shortcuts']} />}
    </Modal>
  )
}

function ThemeRow() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={styles.theme}>
      <IconSun />
      <span className={styles.label}>{texts.themeName}</span>
      <SegmentedControl
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        aria-label={texts.themeName}
        data={themes.map(({ scheme, name, icon: Icon }) => ({
          value: scheme,
          label: (
            <span className={styles.choice}>
              <Icon />
              {name}
            </span>
          ),
        }))}
      />
    </div>
  )
}

type CommandRowProps = {
  id: string
  command: Command
  isActive: boolean
  onActivate: () => void
  onRun: () => void
}

function CommandRow({ id, command, isActive, onActivate, onRun }: CommandRowProps) {
  const Icon = command.icon
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.row}
      data-active={isActive || undefined}
      onPointerMove={onActivate}
      onClick={onRun}
    >
      <Icon />
      <span className={styles.label}>{command.label}</span>
      {command.detail && <span className="kr-second kr-muted kr-trunc">{command.detail}</span>}
      {command.keys && (
        <span className={styles.keys}>
          {command.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </button>
  )
}

type ShownCommands = {
  readonly commands: Command[]
  readonly articleSearch: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

/** All commands that fit, and articles whose titles do. */
function useShownCommands(typed: string, openShortcuts: () => void): ShownCommands {
  const commands = useCommands(openShortcuts)
  const router = useRouter()
  const remember = useRemember()
  const wanted = normalizeForSearch(typed)
  const [settled] = useDebouncedValue(typed.trim(), debounceMs)
  const found = useInfiniteQuery(searchQuery(wanted === '' ? '' : settled, 'article'))
  const isWaiting = settled !== typed.trim()
  const articleSearch = {
    isPending: isWaiting || found.isLoading,
    isError: !isWaiting && found.isError,
    isFetching: found.isFetching,
    refetch: found.refetch,
  }
  if (wanted === '') return { commands: commands.filter(({ isSearched }) => !isSearched), articleSearch }
  const words = wanted.split(/\s+/u)
  const fitting = commands.filter(({ label, group }) => {
    const text = normalizeForSearch(`${group} ${label}`)
    return words.every((word) => text.includes(word))
  })
  const results = isWaiting ? [] : (found.data?.pages[0]?.article ?? []).slice(0, maxArticles)
  const articles = results.flatMap((result): Command[] => {
    const url = resultUrl(result)
    if (url === null || fitting.some(({ id }) => id === `recent ${result.articleId ?? ''}`)) return []
    return [
      {
        id: result.id,
        group: texts.categoryTitles.article,
        label: result.title || texts.untitled,
        detail: result.workspace?.title ?? texts.sharedWithYou,
        icon: result.duration > 0 ? IconVideo : IconFileText,
        run: () => {
          remember(result)
          router.history.push(url)
        },
      },
    ]
  })
  return { commands: [...fitting, ...articles], articleSearch }
}
