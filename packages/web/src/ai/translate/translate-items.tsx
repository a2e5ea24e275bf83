import { Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { openTranslateDialog } from '../ai.dialogs.ts'
import { useAiStatus } from '../ai.queries.ts'
import * as texts from '../texts.ts'

type TranslateNoteItemProps = {
  draftId: string
  tab: { readonly id: string; readonly title: string }
  /** The article has room for another tab. */
  mayAdd: boolean
}

/** A menu item that translates a note; absent without a model. */
export function TranslateNoteItem({ draftId, tab, mayAdd }: TranslateNoteItemProps) {
  const { hasText } = useAiStatus()
  if (!hasText) return null
  return (
    <Menu.Item
      leftSection={<IconLanguage />}
      disabled={!mayAdd}
      title={mayAdd ? undefined : texts.anArticleCanHaveUpToThreeTabs}
      onClick={() => openTranslateDialog({ draftId, tab })}
    >
      {texts.translateNote}
    </Menu.Item>
  )
}

/** The same for the captions of the recordings. */
export function TranslateCaptionsItem({ draftId }: { draftId: string }) {
  const { hasText } = useAiStatus()
  if (!hasText) return null
  return (
    <Menu.Item leftSection={<IconLanguage />} onClick={() => openTranslateDialog({ draftId, tab: null })}>
      {texts.translateCaptions}
    </Menu.Item>
  )
}
