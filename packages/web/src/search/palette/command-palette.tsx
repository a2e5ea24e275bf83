import { Fragment, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Modal, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { IconFileText, IconSearch, IconSun, IconVideo } from '@tabler/icons-react'
import { Kbd } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'
import { KeyHints } from '../key-hints.tsx'
import { resultUrl } from '../results/result-url.ts'
import { useRemember } from '../search.queries.ts'
import { useEarlyEnter, type EarlyEnter } from '../use-early-enter.ts'
import { useResults, type Results } from '../use-results.ts'
import * as texts from '../texts.ts'
import { themes, useCommands, type Command } from './use-commands.ts'
import boxStyles from '../search-box.module.css'
import styles from './command-palette.module.css'

const maxArticles = 6

type PaletteProps = DialogProps & { openShortcuts: () => void }

/** Runs commands and opens articles by their titles. */
export function CommandPalette({ opened, onClose, openShortcuts }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const isNarrow = useNarrow()
  const { commands, preselected, found } = useShownCommands(typed, openShortcuts)
  const active = commands.find(({ id }) => id === chosenId) ?? preselected

  const run = (command: Command) => {
    if (!command.isLasting) onClose()
    command.run()
  }
  const earlyRef: EarlyEnter = useRef(null)
  useEarlyEnter(earlyRef, !found.isWaiting, () => active && run(active))
  const move = (by: number) => {
    const next = Math.max(0, Math.min(commands.length - 1, (active ? commands.indexOf(active) : -1) + by))
    setChosenId(commands[next]?.id ?? null)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') {
      if (active) run(active)
      else if (found.isWaiting) earlyRef.current = event
    } else if (event.key === '?' && typed === '') {
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
            setChosenId(null)
            earlyRef.current = null
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
                  onActivate={() => setChosenId(command.id)}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          ),
        )}
      </div>
      {typed === '' && <ThemeRow />}
      <div role="status">
        <PaletteState found={found} isEmpty={commands.length === 0} />
      </div>
      {!isNarrow && <KeyHints of={['move', 'run', 'shortcuts']} />}
    </Modal>
  )
}

/** In a region that is announced. Commands need no server, so they are shown in each state. */
function PaletteState({ found, isEmpty }: { found: Results; isEmpty: boolean }) {
  if (found.isOffline) return <EmptyState drawing="error" text={texts.youreOfflineResultsWillLoad} />
  if (found.isError)
    return <LoadError text={texts.searchCouldNotBeLoaded} onRetry={found.retry} isRetrying={found.isRetrying} />
  if (!isEmpty) return null
  if (!found.isPending) return <p className={styles.none}>{texts.noCommand}</p>
  return (
    <>
      <span className="kr-sr">{texts.searching}</span>
      <ListSkeleton rows={2} height={44} />
    </>
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
          {command.keys.map((key, at) => (
            <Fragment key={key}>
              {at > 0 && <span className="kr-second kr-muted">{texts.followedBy}</span>}
              <Kbd>{key}</Kbd>
            </Fragment>
          ))}
        </span>
      )}
    </button>
  )
}

type ShownCommands = {
  readonly commands: readonly Command[]
  /** Enter runs it; no article of what was typed before. */
  readonly preselected: Command | undefined
  readonly found: Results
}

/** All commands that fit, and articles whose titles do. */
function useShownCommands(typed: string, openShortcuts: () => void): ShownCommands {
  const all = useCommands(openShortcuts)
  const router = useRouter()
  const remember = useRemember()
  const found = useResults(typed, 'article')
  const wanted = normalizeForSearch(typed)
  if (wanted === '') {
    const commands = all.filter(({ isSearched }) => !isSearched)
    return { commands, preselected: commands[0], found }
  }
  const words = wanted.split(/\s+/u)
  const fitting = all.filter(({ label, group }) => {
    const text = normalizeForSearch(`${group} ${label}`)
    return words.every((word) => text.includes(word))
  })
  const results = (found.groups[0]?.results ?? []).slice(0, maxArticles)
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
  const commands = [...fitting, ...articles]
  return { commands, preselected: fitting[0] ?? (found.isWaiting ? undefined : articles[0]), found }
}
