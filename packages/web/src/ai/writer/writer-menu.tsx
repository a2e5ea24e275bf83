import { useRef, useState, type ComponentType } from 'react'
import { ActionIcon, Checkbox, TextInput } from '@mantine/core'
import {
  IconAbc,
  IconArrowsDiagonalMinimize,
  IconArrowsMaximize,
  IconArrowUp,
  IconChevronRight,
  IconFeather,
  IconLanguage,
  IconMessage2,
  IconMoodSmile,
  IconPencilCheck,
} from '@tabler/icons-react'
import {
  aiLimits,
  promptMessages,
  tones,
  translationLanguages,
  writerTypes,
  type WriterType,
} from '@knowreel/shared/ai/ai-choices.ts'
import { showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import type { WriterChoice } from './use-writer.ts'
import styles from './writer.module.css'

const icons: Readonly<Record<WriterType, ComponentType>> = {
  simplify: IconFeather,
  fixSpellingAndGrammar: IconAbc,
  makeShorter: IconArrowsDiagonalMinimize,
  makeLonger: IconArrowsMaximize,
  changeTone: IconMessage2,
  emojify: IconMoodSmile,
  translate: IconLanguage,
  completeSentence: IconPencilCheck,
  customPrompt: IconArrowUp,
}

type WriterMenuProps = {
  hasSelection: boolean
  /** What was typed before a generation that failed or was stopped. */
  initialPrompt: string
  isConsiderArticle: boolean
  onConsiderArticle: (isConsidered: boolean) => void
  onChoose: (choice: WriterChoice) => void
}

/** The types need a selected text; without one, there is only the prompt, and it is needed. */
export function WriterMenu(props: WriterMenuProps) {
  const { hasSelection, initialPrompt, isConsiderArticle, onConsiderArticle, onChoose } = props
  const [prompt, setPrompt] = useState(initialPrompt)
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<'changeTone' | 'translate' | null>(null)
  const label = hasSelection ? texts.askAiToChange : texts.askAiToWrite
  const submit = () => {
    if (prompt.trim() === '' && !hasSelection) {
      showWarning(promptMessages.missing)
      field.current?.focus()
    } else onChoose({ writerType: 'customPrompt', option: null, prompt })
  }
  const choose = (writerType: WriterType) => {
    if (writerType === 'changeTone' || writerType === 'translate') setOpen(open === writerType ? null : writerType)
    else if (writerType === 'customPrompt' && prompt.trim() === '') field.current?.focus()
    else onChoose({ writerType, option: null, prompt })
  }
  return (
    <div className={styles.menus}>
      <div className={styles.menu}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextInput
            ref={field}
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
            maxLength={aiLimits.preview}
            placeholder={label}
            aria-label={label}
            data-autofocus
            autoFocus
            rightSection={
              <ActionIcon type="submit" aria-label={texts.generate}>
                <IconArrowUp />
              </ActionIcon>
            }
          />
        </form>
        {hasSelection &&
          writerTypes.map((writerType) => {
            const Icon = icons[writerType]
            const hasChoices = writerType === 'changeTone' || writerType === 'translate'
            return (
              <button
                key={writerType}
                type="button"
                className={styles.item}
                aria-expanded={hasChoices ? open === writerType : undefined}
                onClick={() => choose(writerType)}
              >
                <Icon />
                <span>{texts.writerTypeTitles[writerType]}</span>
                {hasChoices && <IconChevronRight className="kr-icon-16" />}
              </button>
            )
          })}
        <Checkbox
          className={styles.whole}
          label={texts.useTheWholeArticle}
          checked={isConsiderArticle}
          onChange={(event) => onConsiderArticle(event.currentTarget.checked)}
        />
      </div>
      {open === 'changeTone' && (
        <Choices
          title={texts.toneTitle}
          of={tones.map((tone) => ({ value: tone, label: texts.toneTitles[tone] }))}
          onChoose={(option) => onChoose({ writerType: 'changeTone', option, prompt })}
        />
      )}
      {open === 'translate' && (
        <Choices
          title={texts.language}
          of={translationLanguages.map((language) => ({ value: language, label: language }))}
          onChoose={(option) => onChoose({ writerType: 'translate', option, prompt })}
        />
      )}
    </div>
  )
}

type ChoicesProps<Value extends string> = {
  title: string
  of: readonly { readonly value: Value; readonly label: string }[]
  onChoose: (value: Value) => void
}

function Choices<Value extends string>({ title, of, onChoose }: ChoicesProps<Value>) {
  return (
    <div className={styles.menu} role="group" aria-label={title}>
      <span className={styles.menuTitle}>{title}</span>
      {of.map(({ value, label }) => (
        <button key={value} type="button" className={styles.choice} onClick={() => onChoose(value)}>
          {label}
        </button>
      ))}
    </div>
  )
}
