import { useMemo, useState } from 'react'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { ChangedWords } from './changed-words.tsx'
import type { TabComparison } from './compare-versions.ts'
import { foldLines } from './fold-lines.ts'
import { isChangedLine, type BlockLine } from './text-diff.ts'
import styles from './version-comparison.module.css'

/** An unchanged tab is named but not shown. */
export function TabChanges({ tab }: { tab: TabComparison }) {
  const { title, kind, lines, files } = tab
  const stretches = useMemo(() => (kind === 'same' ? [] : foldLines(lines)), [kind, lines])
  return (
    <section className={styles.part}>
      <h2 className={styles.name}>
        <span>
          <ChangedWords line={title} />
        </span>
        <span className={styles.facts}>{tabSummary(tab)}</span>
      </h2>
      {files.added.length + files.removed.length > 0 && (
        <p className={styles.tags}>
          <span className={styles.facts}>{texts.picturesAndFiles}</span>
          {files.removed.map((name, index) => (
            <del key={index} className={styles.removed}>
              {name}
            </del>
          ))}
          {files.added.map((name, index) => (
            <ins key={index} className={styles.added}>
              {name}
            </ins>
          ))}
        </p>
      )}
      {stretches.length > 0 && (
        <div className={styles.lines}>
          {stretches.map((stretch, index) =>
            stretch.isFolded ? (
              <Fold key={index} lines={stretch.lines} />
            ) : (
              stretch.lines.map((line, at) => <Line key={`${index} ${at}`} line={line} />)
            ),
          )}
        </div>
      )}
    </section>
  )
}

const pluralize = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

function tabSummary({ kind, title, lines, words, files }: TabComparison): string {
  const looks = lines.filter(({ isAppearanceChanged }) => isAppearanceChanged).length
  const facts = [
    ...(kind === 'added' ? [texts.newTab] : kind === 'removed' ? [texts.removedTab] : []),
    ...(words.added > 0 ? [texts.wordsAdded(pluralize(words.added, 'word', 'words'))] : []),
    ...(words.removed > 0 ? [texts.wordsRemoved(pluralize(words.removed, 'word', 'words'))] : []),
    ...(looks > 0 ? [texts.looksDifferent(pluralize(looks, texts.lineLooks, texts.linesLook))] : []),
  ]
  if (facts.length > 0) return facts.join(', ')
  const isOtherwise = files.added.length + files.removed.length > 0 || title.some((one) => one.kind !== 'same')
  return kind === 'changed' && !isOtherwise && !lines.some(isChangedLine)
    ? texts.onlyFormattingChanged
    : texts.noTextChanged
}

const Line = ({ line }: { line: BlockLine }) => (
  <p className={styles.line} data-changed={isChangedLine(line) || undefined} data-shape={line.shape}>
    <ChangedWords line={line.line} />
    {line.isAppearanceChanged && <span className={styles.look}>{texts.formattingChanged}</span>}
  </p>
)

function Fold({ lines }: { lines: readonly BlockLine[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <IconChevronDown /> : <IconChevronRight />}
        {lines.length}
        {texts.unchangedLines}
      </button>
      {isOpen && lines.map((line, index) => <Line key={index} line={line} />)}
    </>
  )
}
