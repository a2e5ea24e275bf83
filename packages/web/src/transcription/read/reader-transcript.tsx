/** The transcript beside the player, in place of the list of paragraphs if the reader chooses it; also the captions. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionIcon, Menu, SegmentedControl } from '@mantine/core'
import { IconCopy, IconDots, IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
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

type ReaderTranscriptProps = { articleId: string; stage: StageAside; mayComment: boolean }

export function ReaderTranscript({ articleId, stage, mayComment }: ReaderTranscriptProps) {
  const { tree, onCaptions } = stage
  const query = useQuery(transcriptQuery(articleId))
  const recordings = query.data?.recordings ?? noRecordings
  const model = useMemo(() => buildModel(recordings, tree), [recordings, tree])
  const [isShown, setShown] = useState(() => readSetting(shownKey) === 'on')
  useEffect(() => onCaptions(captionsOf(model)), [model, onCaptions])
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
        <Transcript articleId={articleId} stage={stage} model={model} mayComment={mayComment} />
      ) : (
        <div className={styles.paragraphs}>{stage.paragraphs}</div>
      )}
    </div>
  )
}

function Transcript({ articleId, stage, model, mayComment }: ReaderTranscriptProps & { model: TranscriptModel }) {
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
            <CaptionItems articleId={articleId} hasCaptions />
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
