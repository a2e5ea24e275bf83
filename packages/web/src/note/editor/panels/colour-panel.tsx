import { useState } from 'react'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPalette } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { MAX_COLOUR_LENGTH, noteColour } from '@knowreel/shared/note/note-formats.ts'
import { moveFocusWithArrows } from '../../../ui/move-focus-with-arrows.ts'
import * as texts from '../texts.ts'
import { PanelButton } from './panel-button.tsx'
import styles from './panels.module.css'

type ColourButtonProps = { editor: Editor; size?: 'md' | 'xl'; isInPortal?: boolean }

export function ColourButton({ editor, size, isInPortal }: ColourButtonProps) {
  const isDisabled = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('codeBlock') })
  return (
    <PanelButton
      label={texts.colour}
      icon={<IconPalette />}
      size={size}
      isDisabled={isDisabled}
      isInPortal={isInPortal}
    >
      {() => <ColourPanel editor={editor} />}
    </PanelButton>
  )
}

/** Text and highlight colours: nine of each, or any hex value. */
function ColourPanel({ editor }: { editor: Editor }) {
  const { ink, isMarked, tone } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      ink: noteColour(current.getAttributes('textStyle').color),
      isMarked: current.isActive('highlight'),
      // The earliest highlights had no colour and are rendered yellow.
      tone: noteColour(current.getAttributes('highlight').color) ?? '#fbebb4',
    }),
  })
  const chain = () => editor.chain().focus(undefined, { scrollIntoView: false })
  const setInk = (color: string | null) => chain().setTextStyle({ color }).run()
  const setTone = (color: string | null) =>
    color === null ? chain().unsetHighlight().run() : chain().setHighlight({ color }).run()
  return (
    <>
      <Swatches label={texts.textColour} variant="ink" swatches={textColours} chosen={ink} onChoose={setInk} />
      <Swatches
        label={texts.highlight}
        variant="tone"
        swatches={highlightColours}
        chosen={isMarked ? tone : null}
        onChoose={setTone}
      />
    </>
  )
}

type SwatchesProps = {
  label: string
  variant: 'ink' | 'tone'
  swatches: readonly Swatch[]
  chosen: string | null
  onChoose: (colour: string | null) => void
}

function Swatches({ label, variant, swatches, chosen, onChoose }: SwatchesProps) {
  return (
    <div className={styles.section} role="group" aria-label={label}>
      <span className={styles.title}>{label}</span>
      <div className={styles.swatches} onKeyDown={moveFocusWithArrows}>
        {swatches.map(({ name, colour }) => (
          <UnstyledButton
            key={name}
            className={styles.swatch}
            data-look={variant}
            data-none={colour === null || undefined}
            style={colour === null ? undefined : { '--swatch': colour }}
            aria-label={name}
            aria-pressed={colour === chosen}
            title={name}
            onClick={() => onChoose(colour)}
          >
            {variant === 'ink' ? 'A' : colour !== null && colour === chosen && <IconCheck className="kr-icon-14" />}
          </UnstyledButton>
        ))}
      </div>
      <HexField label={texts.labelHex(label)} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}

type HexFieldProps = { label: string; chosen: string | null; onChoose: (colour: string) => void }

/** `#` and three or six digits; applied on Enter or blur. */
function HexField({ label, chosen, onChoose }: HexFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const colour = typed === null ? null : noteColour(typed.startsWith('#') ? typed : `#${typed}`)
  const apply = () => {
    if (colour !== null && colour !== chosen) onChoose(colour)
    if (colour !== null) setTyped(null)
  }
  const isWrong = typed !== null && typed !== '' && colour === null
  return (
    <TextInput
      size="sm"
      aria-label={label}
      placeholder="#aabbcc"
      maxLength={MAX_COLOUR_LENGTH}
      spellCheck={false}
      value={typed ?? chosen ?? ''}
      error={isWrong && typed.length >= MAX_COLOUR_LENGTH ? 'Use # and 3 or 6 digits from 0 to f' : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        apply()
      }}
    />
  )
}

/** A colour of the palette. A note stores the hex value; rendering adapts it to the reader's theme. */
type Swatch = { readonly name: string; readonly colour: string | null }

const textColours: readonly Swatch[] = [
  { name: texts.defaultLabel, colour: null },
  { name: texts.grey, colour: '#6b655c' },
  { name: texts.brown, colour: '#8a5a2b' },
  { name: texts.red, colour: '#c4302b' },
  { name: texts.orange, colour: '#c4620a' },
  { name: texts.green, colour: '#2e7d4f' },
  { name: texts.blue, colour: '#2563c9' },
  { name: texts.purple, colour: '#7a3fc4' },
  { name: texts.pink, colour: '#c0327f' },
]

const highlightColours: readonly Swatch[] = [
  { name: texts.none, colour: null },
  { name: texts.grey, colour: '#e6e3dd' },
  { name: texts.yellow, colour: '#fbebb4' },
  { name: texts.red, colour: '#f8d3cf' },
  { name: texts.orange, colour: '#fbdcc0' },
  { name: texts.green, colour: '#d5efdc' },
  { name: texts.blue, colour: '#d3e4fb' },
  { name: texts.purple, colour: '#e6dcfb' },
  { name: texts.pink, colour: '#f9d6e8' },
]
