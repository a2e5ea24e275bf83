/** The transcription beside the recording that is edited: generating, reading, correcting, cutting by words. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionIcon, Button, Menu, Progress } from '@mantine/core'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { findFillers, findSilences } from '@knowreel/shared/transcription/cut-by-words.ts'
import type { Transcript } from '@knowreel/shared/transcription/transcription.wire.ts'
import { TranslateCaptionsItem } from '../../ai/index.ts'
import { timeLabel, type VideoEditorController } from '../../video/index.ts'
import { openDialog } from '../../ui/dialog/dialogs.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { buildModel, isUnsure, type TranscriptModel, type WordRange } from '../transcript-model.ts'
import { TranscriptSearch, useTranscriptSearch } from '../transcript-search.tsx'
import { isUnfinished, transcriptQuery } from '../transcript.queries.ts'
import { TranscriptWords, type TranscriptWordsHandle } from '../words/transcript-words.tsx'
import * as texts from '../texts.ts'
import { CaptionItems } from './caption-items.tsx'
import { propose } from './proposals.ts'
import { closeTranscription } from './panel-state.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SpeakerForm } from './speaker-form.tsx'
import { useGeneration, type TranscriptGeneration } from './use-generation.ts'
import { WordsForm } from './words-form.tsx'
import { useWordActions } from './use-word-actions.ts'
import { SidePanelHead } from '../../ui/page/side-panel.tsx'
import sidePanel from '../../ui/page/side-panel.module.css'
import styles from './transcription-panel.module.css'

type TranscriptionPanelProps = { draftId: string; controller: VideoEditorController }

export function TranscriptionPanel(props: TranscriptionPanelProps) {
  const isNarrow = useNarrow()
  if (isNarrow) {
    return (
      <Sheet opened onClose={closeTranscription} label={texts.transcription}>
        <Panel {...props} />
      </Sheet>
    )
  }
  return (
    <aside className={`${sidePanel.aside} ${styles.aside}`} data-beside aria-label={texts.transcription}>
      <Panel {...props} />
    </aside>
  )
}

const loadRegenerate = () => import('./regenerate-dialog.tsx').then((module) => module.RegenerateDialog)
const noRecordings: Transcript['recordings'] = []

function Panel({ draftId, controller }: TranscriptionPanelProps) {
  const query = useQuery(transcriptQuery(draftId))
  const transcript = query.data
  const recordings = transcript?.recordings ?? noRecordings
  const model = useMemo(() => buildModel(recordings, controller.tree), [recordings, controller.tree])
  const generation = useGeneration(draftId, recordings.some(isUnfinished))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // A recording inserted since has a transcript of its own.
  const refetch = query.refetch
  const videoCount = controller.videos.length
  useEffect(() => {
    if (videoCount > 0) void refetch()
  }, [videoCount, refetch])
  const language = recordings.find((one) => one.language !== null)?.language ?? null
  const start = () => {
    const engine = transcript?.engine
    const isEdited = recordings.some((one) => one.isEdited)
    const choosesLanguage = engine?.languages === null
    if (!isEdited && !choosesLanguage) return generation.start()
    void openDialog(loadRegenerate, { engine: engine ?? null, isEdited, language, onStart: generation.start })
  }
  const error = recordings.find(({ status }) => status === 'failed')?.error ?? null

  return (
    <div
      className={sidePanel.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeTranscription()
      }}
    >
      <SidePanelHead
        heading={heading}
        title={texts.transcription}
        mark={language && <span className={styles.language}>{languageName(language)}</span>}
        closeLabel={texts.close}
        onClose={closeTranscription}
      >
        {transcript?.engine && transcript.abilities.edit && generation.status === null && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={model.words.length > 0 ? <IconRefresh className="kr-icon-16" /> : undefined}
            onClick={start}
          >
            {model.words.length > 0 ? texts.regenerate : texts.generate}
          </Button>
        )}
        <PanelMenu draftId={draftId} controller={controller} model={model} />
      </SidePanelHead>
      {generation.status !== null && <GenerationProgress generation={generation} status={generation.status} />}
      {transcript === undefined ? (
        query.isError ? (
          <LoadError
            text={texts.theTranscriptCouldNot}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <ListSkeleton label={texts.transcription} />
        )
      ) : model.words.length === 0 ? (
        <EmptyState drawing="draft" text={error ?? texts.noTranscription} />
      ) : (
        <Words draftId={draftId} controller={controller} model={model} mayEdit={transcript.abilities.edit} />
      )}
    </div>
  )
}

const languageName = (code: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code

type GenerationProgressProps = { generation: TranscriptGeneration; status: { progress: number; step?: string } }

function GenerationProgress({ generation, status }: GenerationProgressProps) {
  return (
    <div className={styles.progress}>
      <Progress value={Math.max(3, status.progress)} size={4} color="var(--accent)" aria-label={texts.generating} />
      <span className={styles.progressLine}>
        <span role="status">{status.step ?? texts.generating}</span>
        <span className="kr-num">{status.progress} %</span>
        <Button size="compact-sm" variant="subtle" onClick={generation.cancel}>
          {texts.cancel}
        </Button>
      </span>
    </div>
  )
}

type ModelProps = { draftId: string; controller: VideoEditorController; model: TranscriptModel }

const silenceLengths = [1, 2, 3] as const

function PanelMenu({ draftId, controller, model }: ModelProps) {
  const hasWords = model.words.length > 0
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={texts.moreActions}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasWords && (
          <>
            <Menu.Label>{texts.silences}</Menu.Label>
            {silenceLengths.map((seconds) => (
              <Menu.Item
                key={seconds}
                onClick={() =>
                  propose(controller, findSilences(model.words, model.map, seconds * 1000), texts.removeSilences)
                }
              >
                {texts.silencesLongerThan(seconds)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => propose(controller, findFillers(model.words, model.map), texts.removeFillers)}>
              {texts.fillerWords}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {hasWords && <TranslateCaptionsItem draftId={draftId} />}
        <CaptionItems articleId={draftId} hasCaptions={hasWords} mayUpload />
      </Menu.Dropdown>
    </Menu>
  )
}

function Words({ draftId, controller, model, mayEdit }: ModelProps & { mayEdit: boolean }) {
  const list = useRef<TranscriptWordsHandle>(null)
  const search = useTranscriptSearch(model, list)
  const [selection, setSelection] = useState<WordRange | null>(null)
  const [edited, setEdited] = useState<WordRange | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const chosen = selection && selection.to <= model.words.length ? selection : null
  const actions = useWordActions({ controller, model, selection: chosen, onDone: () => setSelection(null) })
  const unsure = useMemo(() => model.words.flatMap((word, index) => (isUnsure(word) ? [index] : [])), [model.words])
  const [unsureAt, setUnsureAt] = useState(-1)
  const nextUnsure = () => {
    const next = unsure.find((index) => index > unsureAt) ?? unsure[0]
    if (next === undefined) return
    setUnsureAt(next)
    setSelection({ from: next, to: next + 1 })
    list.current?.scrollToWord(next)
  }
  return (
    <div
      className={styles.words}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement || chosen === null || !mayEdit) return
        if (event.key === 'Delete' || event.key === 'Backspace') actions.remove()
        else if (event.key.toLowerCase() === 'p' && !event.ctrlKey && !event.metaKey) actions.newParagraph()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.tools}>
        <TranscriptSearch search={search} />
        {unsure.length > 0 && mayEdit && (
          <Button variant="default" px={10} aria-label={texts.unsureCount(unsure.length)} onClick={nextUnsure}>
            <span className={styles.unsure}>{texts.unsure}</span>
            <span className={styles.unsureCount}>{unsure.length}</span>
          </Button>
        )}
      </div>
      {renamed !== null && (
        <SpeakerForm articleId={draftId} name={renamed} speakers={model.speakers} onClose={() => setRenamed(null)} />
      )}
      <TranscriptWords
        ref={list}
        model={model}
        player={controller.playback.player}
        timeLabel={timeLabel}
        onSeek={controller.seek}
        hits={search.hits}
        hit={search.hit}
        selection={chosen}
        onSelect={setSelection}
        isEditing
        onSilence={(from, to) =>
          propose(
            controller,
            findSilences(model.words, model.map, 1000).filter((range) => range.from >= from && range.to <= to),
            texts.removeSilences,
          )
        }
        {...(mayEdit && { onEditWord: setEdited, onRenameSpeaker: setRenamed })}
        editor={
          edited && {
            word: edited.from,
            element: (
              <WordsForm
                key={`${edited.from} ${edited.to}`}
                articleId={draftId}
                model={model}
                range={edited}
                onClose={() => setEdited(null)}
              />
            ),
          }
        }
      />
      {chosen !== null && (
        <SelectionBar
          model={model}
          selection={chosen}
          actions={actions}
          mayEdit={mayEdit}
          onEdit={() => setEdited(chosen)}
          articleId={draftId}
        />
      )}
    </div>
  )
}
