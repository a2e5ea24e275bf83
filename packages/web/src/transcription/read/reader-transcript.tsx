/** The transcript beside the player, in place of the list of paragraphs if the reader chooses it; also the captions. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionIcon, Menu, SegmentedControl } from '@mantine/core'
import { IconCopy, IconDots, IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import type { Transcript } from '@knowreel/shared/transcription/transcription.wire.ts'
import { openNewComment } from '../../comment/index.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { copyText } from '../../ui/copy-text.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { timeLabel, type StageAside } from '../../video/index.ts'
import { CaptionItems } from '../panel/caption-items.tsx'
import { buildModel, captionsOf, textWithTimes, type TranscriptModel, type WordRange } from '../transcript-model.ts'
import { TranscriptSearch, useTranscriptSearch } from '../transcript-search.tsx'
import { transcriptQuery } from '../transcript.queries.ts'
import { TranscriptWords, type TranscriptWordsHandle } from '../words/transcript-words.tsx'
import * as texts from '../texts.ts'
import styles from './reader-transcript.module.css'

const shownKey = 'knowreel.transcript'
const noRecordings: Parameters<typeof buildModel>[0] = []
const noTranslations: Transcript['translations'] = []

type ReaderTranscriptProps = { articleId: string; stage: StageAside; mayComment: boolean }

export function ReaderTranscript({ articleId, stage, mayComment }: ReaderTranscriptProps) {
  const { tree, onCaptions } = stage
  const { recordings, tracks, language } = useTracks(articleId)
  const model = useMemo(() => buildModel(recordings, tree), [recordings, tree])
  const [isShown, setShown] = useState(() => readSetting(shownKey) === 'on')
  useEffect(() => onCaptions({ captions: captionsOf(model), tracks }), [model, tracks, onCaptions])
  // Without a transcript, nothing of it is shown.
  if (model.words.length === 0) return stage.paragraphs
  const choose = (next: string) => {
    setShown(next === 'transcript')
    writeSetting(shownKey, next === 'transcript' ? 'on' : 'off')
  }
  return (
    <div className={styles.aside} data-shown={isShown || undefined}>
      <SegmentedControl
        className={styles.choice}
        fullWidth
        size="xs"
        value={isShown ? 'transcript' : 'paragraphs'}
        onChange={choose}
        data={[
          { value: 'paragraphs', label: texts.paragraphs },
          { value: 'transcript', label: texts.transcript },
        ]}
      />
      {isShown ? (
        <TranscriptText articleId={articleId} stage={stage} model={model} language={language} mayComment={mayComment} />
      ) : (
        <div className={styles.paragraphs}>{stage.paragraphs}</div>
      )}
    </div>
  )
}

const languageKey = 'knowreel.captions-language'

/** The transcript in the language that the reader has chosen, if it exists; otherwise as it was said. */
function useTracks(articleId: string) {
  const { data } = useQuery(transcriptQuery(articleId))
  const [wanted, setWanted] = useState(() => readSetting(languageKey))
  const translations = data?.translations ?? noTranslations
  const language = translations.find((one) => one.language === wanted)?.language ?? null
  const translated = useQuery({ ...transcriptQuery(articleId, language), enabled: language !== null })
  const shown = language !== null && translated.data ? translated.data : data
  const tracks = useMemo(
    () =>
      translations.length === 0
        ? null
        : {
            languages: translations.map((one) => one.language),
            language,
            onChoose(next: string | null) {
              setWanted(next)
              writeSetting(languageKey, next ?? '')
            },
          },
    [translations, language],
  )
  return { recordings: shown?.recordings ?? noRecordings, tracks, language }
}

type TranscriptTextProps = ReaderTranscriptProps & { model: TranscriptModel; language: TranslationLanguage | null }

function TranscriptText({ articleId, stage, model, language, mayComment }: TranscriptTextProps) {
  const list = useRef<TranscriptWordsHandle>(null)
  const search = useTranscriptSearch(model, list)
  const [selection, setSelection] = useState<WordRange | null>(null)
  const chosen = selection && selection.to <= model.words.length ? selection : null
  const copy = (range: WordRange) =>
    void copyText(textWithTimes(model, range, timeLabel)).then((isDone) => isDone && showSuccess(texts.copied))
  return (
    <div className={styles.transcript}>
      <div className={styles.tools}>
        <TranscriptSearch search={search} />
        <Menu position="bottom-end" width={240}>
          <Menu.Target>
            <ActionIcon variant="subtle" className={styles.more} aria-label={texts.moreActions}>
              <IconDots />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy />} onClick={() => copy({ from: 0, to: model.words.length })}>
              {texts.copyWithTimes}
            </Menu.Item>
            <CaptionItems articleId={articleId} language={language} hasCaptions />
          </Menu.Dropdown>
        </Menu>
      </div>
      <TranscriptWords
        ref={list}
        model={model}
        player={stage.player}
        timeLabel={timeLabel}
        onSeek={stage.seek}
        hits={search.hits}
        hit={search.hit}
        selection={chosen}
        onSelect={setSelection}
      />
      {chosen !== null && (
        <div className={styles.bar} role="toolbar" aria-label={texts.moreActions}>
          <button type="button" onClick={() => copy(chosen)}>
            <IconCopy className="kr-icon-16" /> {texts.copyWithTimes}
          </button>
          {mayComment && (
            <button type="button" onClick={() => openNewComment({ timestamp: model.words[chosen.from]?.start ?? 0 })}>
              <IconMessageCircle className="kr-icon-16" /> {texts.commentOnThis}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
