import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconUpload } from '@tabler/icons-react'
import { centrePosition, coverColors, isCoverColor, type ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import { moveFocusWithArrows } from '../../../ui/move-focus-with-arrows.ts'
import * as texts from './texts.ts'
import styles from './look.module.css'

type CoverPickerProps = {
  cover: ArticleCover | null
  onChange: (cover: ArticleCover | null) => void
  onUpload: () => void
}

/** The provided covers, or a picture of one's own; of a picture also the part that is shown. */
export function CoverPicker({ cover, onChange, onUpload }: CoverPickerProps) {
  const hasPicture = cover !== null && !isCoverColor(cover.source)
  return (
    <div className={styles.picker}>
      <div className={styles.covers} role="group" aria-label={texts.cover} onKeyDown={moveFocusWithArrows}>
        {coverColors.map((name, index) => (
          <UnstyledButton
            key={name}
            className={`kr-cover ${styles.swatch}`}
            data-cover={name}
            data-autofocus={index === 0 || undefined}
            aria-label={texts.coverNames[name]}
            aria-pressed={cover?.source === name}
            title={texts.coverNames[name]}
            onClick={() => onChange({ source: name, position: centrePosition })}
          >
            {cover?.source === name && <IconCheck className="kr-icon-16" />}
          </UnstyledButton>
        ))}
      </div>
      {hasPicture && (
        <label className={styles.position}>
          {texts.position}
          <input
            type="range"
            min={0}
            max={100}
            value={cover.position}
            onChange={(event) => onChange({ ...cover, position: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <Button leftSection={<IconUpload />} onClick={onUpload}>
        {texts.uploadAPicture}
      </Button>
      {cover && (
        <Button variant="subtle" onClick={() => onChange(null)}>
          {texts.removeCover}
        </Button>
      )}
    </div>
  )
}
