import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { readEmoji } from '@knowreel/shared/article/cover.rules.ts'
import { EmojiGrid, emojis as commonEmojis } from '../../../writing/index.ts'
import * as texts from './texts.ts'
import styles from './look.module.css'

type IconPickerProps = { hasIcon: boolean; onPick: (icon: string | null) => void }

const choices = [
  ...texts.emojiWords.map(([emoji, name, words = '']) => ({ emoji, name, words: `${name} ${words}`.toLowerCase() })),
  ...commonEmojis.map(({ emoji, name, keywords }) => ({
    emoji,
    name,
    words: [name, ...keywords].join(' ').toLowerCase(),
  })),
]

/** One emoji: chosen from the grid, found by its name, or typed with the emoji keyboard of the device. */
export function IconPicker({ hasIcon, onPick }: IconPickerProps) {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = choices.filter(({ words }) => words.split(' ').some((word) => word.startsWith(wanted)))
  const change = (text: string) => {
    const emoji = readEmoji(text)
    if (emoji === null) setQuery(text)
    else onPick(emoji)
  }
  return (
    <div className={styles.picker}>
      <TextInput
        aria-label={texts.searchOrPasteAnEmoji}
        placeholder={texts.searchOrPasteAnEmoji}
        data-autofocus
        maxLength={50}
        value={query}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !found[0]) return
          event.preventDefault()
          onPick(found[0].emoji)
        }}
      />
      <div className={styles.emojis} role="group" aria-label={texts.icon}>
        <EmojiGrid emojis={found} onPick={onPick} />
        {found.length === 0 && <p className={styles.hint}>{texts.noEmojiFound}</p>}
      </div>
      {hasIcon && (
        <Button variant="subtle" onClick={() => onPick(null)}>
          {texts.removeIcon}
        </Button>
      )}
    </div>
  )
}
