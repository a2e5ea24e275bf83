import { useRef, type KeyboardEvent } from 'react'
import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconRefresh, IconSparkles, IconX } from '@tabler/icons-react'
import type { AiParagraphsResult } from '@knowreel/shared/ai/ai.streams.ts'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import { Kbd } from '../../ui/chip.tsx'
import { timeLabel, type VideoEditorController } from '../../video/index.ts'
import * as texts from '../texts.ts'
import { smartParagraphs, type ProposalItem } from './smart-paragraphs.ts'
import { useProposals, type Proposals } from './use-proposals.ts'
import styles from './proposal-panel.module.css'

export type ProposalPanelProps = {
  draftId: string
  controller: VideoEditorController
  result: AiParagraphsResult
  /** The title of the draft now. */
  title: string
  onUseTitle: (title: string) => void
  /** Null if no tab can be added. */
  onUseSummary: ((summary: string) => void) | null
}

/** In place of the paragraphs: what is proposed, to be added, changed or dropped one by one. */
export function ProposalPanel(props: ProposalPanelProps) {
  const { draftId, controller, result, title, onUseTitle, onUseSummary } = props
  const proposals = useProposals(result, controller)
  const { items, openKey } = proposals
  const count = (state: ProposalItem['state']) => items.filter((item) => item.state === state).length
  const left = count('open')
  const list = useRef<HTMLUListElement>(null)
  const focusOpen = () =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[data-open] input, [data-key]:not([data-state="dropped"])')?.focus(),
    )
  const close = () => smartParagraphs.setResult(draftId, null)

  return (
    <section className={styles.panel} aria-label={texts.proposedParagraphs}>
      <div className={styles.head}>
        <h2>{texts.proposedParagraphs}</h2>
        <span className="kr-num">{items.length}</span>
        <span className={styles.counts} role="status">
          {texts.addedAndDropped(count('added'), count('dropped'))}
        </span>
      </div>
      <div className={styles.actions}>
        {left > 0 ? (
          <>
            <Button variant="fill" onClick={proposals.addRest}>
              {left === items.length ? texts.addAll(left) : texts.addTheOther(left)}
            </Button>
            <Button variant="subtle" onClick={proposals.dropRest}>
              {texts.dropThem}
            </Button>
          </>
        ) : (
          <Button variant="fill" onClick={close}>
            {texts.done}
          </Button>
        )}
        <span className="kr-grow" />
        <Tooltip label={texts.proposeAgain}>
          <ActionIcon
            aria-label={texts.proposeAgain}
            onClick={() => {
              close()
              smartParagraphs.start(draftId, { articleId: draftId })
            }}
          >
            <IconRefresh />
          </ActionIcon>
        </Tooltip>
        <ActionIcon aria-label={texts.close} onClick={close}>
          <IconX />
        </ActionIcon>
      </div>
      {result.source === 'signals' && <p className={styles.source}>{texts.proposedFromSignals}</p>}
      {result.title !== null && result.title !== title && (
        <Offer
          label={texts.proposedTitle}
          text={result.title}
          action={texts.useTitle}
          onUse={() => result.title !== null && onUseTitle(result.title)}
        />
      )}
      {result.summary !== null && (
        <Offer
          label={texts.proposedSummary}
          text={result.summary}
          action={texts.addSummary}
          onUse={onUseSummary && (() => result.summary !== null && onUseSummary(result.summary))}
        />
      )}
      <ul ref={list} className={styles.list}>
        {items.map((item) =>
          item.key === openKey && item.state === 'open' ? (
            <OpenProposal key={item.key} item={item} proposals={proposals} onDecided={focusOpen} />
          ) : (
            <ProposalRow key={item.key} item={item} proposals={proposals} />
          ),
        )}
      </ul>
    </section>
  )
}

type OfferProps = { label: string; text: string; action: string; onUse: (() => void) | null }

function Offer({ label, text, action, onUse }: OfferProps) {
  return (
    <div className={styles.offer}>
      <span>
        <b>{label}</b>
        {text}
      </span>
      <Tooltip label={texts.anArticleCanHaveUpToThreeTabs} disabled={onUse !== null}>
        <Button size="compact-sm" data-disabled={onUse === null || undefined} onClick={() => onUse?.()}>
          {action}
        </Button>
      </Tooltip>
    </div>
  )
}

type ItemProps = { item: ProposalItem; proposals: Proposals }

function ProposalRow({ item, proposals }: ItemProps) {
  const { key, title, position, level, state } = item
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || state !== 'open') return
    event.preventDefault()
    proposals.drop(key)
  }
  return (
    <li className={styles.row} data-key={key} data-state={state} data-level={level}>
      <button type="button" className={styles.name} onClick={() => proposals.open(key)} onKeyDown={press}>
        {state === 'added' ? (
          <IconCheck className="kr-icon-16" />
        ) : (
          state === 'open' && <IconSparkles className="kr-icon-16" />
        )}
        <span className="kr-trunc">{title}</span>
        <span className="kr-num">{timeLabel(position)}</span>
      </button>
      {state === 'open' ? (
        <>
          <ActionIcon size="sm" aria-label={texts.addNamed(title)} onClick={() => proposals.add(key)}>
            <IconCheck />
          </ActionIcon>
          <ActionIcon size="sm" aria-label={texts.dropNamed(title)} onClick={() => proposals.drop(key)}>
            <IconX />
          </ActionIcon>
        </>
      ) : (
        <ActionIcon size="sm" aria-label={texts.takeBack(title)} onClick={() => proposals.takeBack(key)}>
          <IconArrowBackUp />
        </ActionIcon>
      )}
    </li>
  )
}

function OpenProposal({ item, proposals, onDecided }: ItemProps & { onDecided: () => void }) {
  const { key, title, position, duration, level, quote } = item
  const add = () => {
    proposals.add(key)
    onDecided()
  }
  const drop = () => {
    proposals.drop(key)
    onDecided()
  }
  const press = (event: KeyboardEvent) => {
    // In the title, Delete deletes a character.
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) add()
    else if (event.key === 'Delete' && !isTyping) drop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // The fields inside receive the keys.
    <li className={styles.card} data-open data-key={key} data-level={level} onKeyDown={press}>
      <TextInput
        aria-label={texts.paragraphTitle}
        value={title}
        maxLength={paragraphLimits.title}
        onChange={(event) => proposals.change(key, { title: event.currentTarget.value })}
      />
      {quote !== null && <q className={styles.quote}>{quote}</q>}
      <div className={styles.facts}>
        <span className={styles.range}>{`${timeLabel(position)} – ${timeLabel(position + duration)}`}</span>
        {position > 0 && (
          <NativeSelect
            aria-label={texts.levelLabel}
            value={level}
            data={[1, 2].map((value) => ({ value: String(value), label: texts.level(value) }))}
            onChange={(event) => proposals.change(key, { level: event.currentTarget.value === '2' ? 2 : 1 })}
          />
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          leftSection={<IconCheck />}
          rightSection={<KeyHint name={texts.enterKey} />}
          aria-keyshortcuts="Enter"
          disabled={title.trim() === ''}
          onClick={add}
        >
          {texts.addParagraph}
        </Button>
        <Button
          variant="subtle"
          rightSection={<KeyHint name={texts.deleteKey} />}
          aria-keyshortcuts="Delete"
          onClick={drop}
        >
          {texts.dropParagraph}
        </Button>
      </div>
    </li>
  )
}

/** Not part of the button's name. */
const KeyHint = ({ name }: { name: string }) => (
  <span aria-hidden>
    <Kbd>{name}</Kbd>
  </span>
)
