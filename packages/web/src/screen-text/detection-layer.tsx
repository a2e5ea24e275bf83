import { useEffect, useRef, type CSSProperties } from 'react'
import { ActionIcon, Button, Menu, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconCopy, IconLanguage, IconRefresh } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import { textLanguages } from '@knowreel/shared/screen-text/text-languages.ts'
import { formatDuration } from '../ui/time-format.ts'
import { Tooltip } from '../ui/menu/tooltip.tsx'
import { copyLines } from './copy-lines.ts'
import type { DetectedLine, DetectionState, TextDetection } from './text-detection.ts'
import * as texts from './texts.ts'
import styles from './detection-layer.module.css'

/** Less certain words are marked. */
const sureConfidence = 60

/** Boxes with selectable text over the paused frame, and what can be done with them. */
export function DetectionLayer({ detection }: { detection: TextDetection }) {
  const state = useSelector(detection.store, (all) => all)
  const { size, lines, selectedId } = state
  return (
    <div className={styles.layer} data-detection>
      {size && (
        <div
          className={styles.frame}
          style={{ '--width': size.width, '--height': size.height } as CSSProperties}
          role="group"
          aria-label={texts.textInThisFrame}
        >
          {lines.map((line) => (
            <LineBox
              key={line.id}
              line={line}
              size={size}
              isSelected={line.id === selectedId}
              onSelect={() => selectUnlessMarked(detection, line.id)}
            />
          ))}
        </div>
      )}
      {state.phase === 'detecting' && (
        <div className={styles.scan} style={{ '--done': state.progress } as CSSProperties} />
      )}
      <DetectionBar state={state} detection={detection} />
    </div>
  )
}

/** Marking a part of the text with the pointer ends with a click, too. */
function selectUnlessMarked(detection: TextDetection, id: number): void {
  if (document.getSelection()?.isCollapsed !== false) detection.select(id)
}

type LineBoxProps = {
  line: DetectedLine
  size: { readonly width: number; readonly height: number }
  isSelected: boolean
  onSelect: () => void
}

function LineBox({ line: { text, confidence, box }, size, isSelected, onSelect }: LineBoxProps) {
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    // The panel offers the same to the keyboard.
    <p
      role="presentation"
      className={styles.box}
      data-unsure={confidence < sureConfidence || undefined}
      data-selected={isSelected || undefined}
      style={
        {
          left: share(box.left, size.width),
          top: share(box.top, size.height),
          width: share(box.right - box.left, size.width),
          height: share(box.bottom - box.top, size.height),
          '--line': (box.bottom - box.top) / size.height,
        } as CSSProperties
      }
      onClick={onSelect}
    >
      {text}
    </p>
  )
}

type DetectionBarProps = { state: DetectionState; detection: TextDetection }

function DetectionBar({ state, detection }: DetectionBarProps) {
  const { phase, progress, lines, at, selectedId } = state
  const bar = useRef<HTMLDivElement>(null)
  // The button that was pressed is below this layer.
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  const selected = lines.find(({ id }) => id === selectedId)
  return (
    <div ref={bar} className={styles.bar} tabIndex={-1} role="toolbar" aria-label={texts.textInThisFrame}>
      {phase === 'detecting' ? (
        <>
          <span className={styles.status}>{texts.detectingText(progress)}</span>
          <Progress className={styles.progress} value={progress} size={3} aria-label={texts.detectingText(progress)} />
          <Button variant="subtle" onClick={detection.quit}>
            {texts.cancel}
          </Button>
        </>
      ) : (
        <>
          <span className={styles.status} role="status">
            <Outcome phase={phase} count={lines.length} at={at} />
          </span>
          {phase === 'failed' ? (
            <Button variant="subtle" onClick={detection.detect}>
              {texts.tryAgain}
            </Button>
          ) : (
            <>
              {selected && (
                <Button variant="subtle" leftSection={<IconCopy />} onClick={() => void copyLines([selected])}>
                  {texts.copy}
                </Button>
              )}
              <LanguageMenu state={state} detection={detection} />
              <span className={styles.again}>
                <Tooltip label={texts.detectAgain}>
                  <ActionIcon aria-label={texts.detectAgain} onClick={detection.detect}>
                    <IconRefresh />
                  </ActionIcon>
                </Tooltip>
              </span>
            </>
          )}
          <Button variant="fill" onClick={detection.quit}>
            {texts.quitOcrMode}
          </Button>
        </>
      )}
    </div>
  )
}

function Outcome({ phase, count, at }: { phase: DetectionState['phase']; count: number; at: number }) {
  if (phase === 'failed')
    return (
      <>
        <IconAlertTriangle className={styles.failed} aria-hidden /> {texts.theTextCouldNotBeDetected}
      </>
    )
  if (count === 0) return texts.noTextFound
  return (
    <>
      <IconCheck className={styles.found} aria-hidden />
      <span>
        {texts.textCount(count)} <span className={styles.when}>{texts.foundAt(formatDuration(at))}</span>
      </span>
    </>
  )
}

const languageNames = { eng: texts.english, ukr: texts.ukrainian, rus: texts.russian }

function LanguageMenu({ state: { language }, detection }: DetectionBarProps) {
  return (
    // A portal to the page body is not visible in fullscreen.
    <Menu position="bottom" width={180} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconLanguage />}
          rightSection={<IconChevronDown className="kr-icon-16" />}
          aria-label={texts.languageOfTheText(languageNames[language])}
        >
          {languageNames[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {textLanguages.map((one) => (
          <Menu.Item
            key={one}
            aria-current={one === language || undefined}
            rightSection={one === language ? <IconCheck className="kr-icon-16" /> : undefined}
            onClick={() => detection.setLanguage(one)}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
