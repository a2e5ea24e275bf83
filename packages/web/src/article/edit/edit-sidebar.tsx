import type { ReactNode } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconDots, IconEye, IconLink, IconTrash, IconUpload, IconVideoOff } from '@tabler/icons-react'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { copyPublishedLink } from '../copy-article-link.ts'
import { openChooseRecording } from '../../video/index.ts'
import { WorkspaceSelect } from '../workspace-select.tsx'
import type { DraftActions } from './use-draft-actions.ts'
import { EditTags } from './edit-tags.tsx'
import { useDraft, type EditingContext } from './editing-context.ts'
import { useUploadRecording } from './recording/use-upload-recording.ts'
import { PublishButton } from './publish-button.tsx'
import { SaveState } from './save/save-state.tsx'
import { TabList } from './tabs/tab-list.tsx'
import type { TabActions } from './tabs/use-tabs.ts'
import * as texts from './texts.ts'
import styles from './edit-sidebar.module.css'

type EditSidebarProps = {
  editing: EditingContext
  draftActions: DraftActions
  tabs: TabActions
  activeId: string | null
  renamedId: string | null
  onShow: (tabId: string) => void
  onRename: (tabId: string | null) => void
  /** Null if it is on the page. */
  titleField: ReactNode
  /** Of the note that is shown. */
  onSaveTemplate: () => void
  /** Replaces the list of notes while the video is shown. */
  paragraphs: ReactNode
  /** Null if there is no recording. */
  onDeleteRecording: (() => void) | null
}

/** The settings beside the text: title, location, tags, publishing and the list of notes. */
export function EditSidebar(props: EditSidebarProps) {
  const { editing, draftActions, tabs, titleField, paragraphs, onDeleteRecording, ...list } = props
  const { store, notesSession } = editing
  const title = useDraft(store, ({ fields }) => fields.title)
  return (
    <SecondSidebar label={title || texts.untitled}>
      <div className={styles.panel}>
        <div className={styles.head}>
          <div className={styles.top}>
            <SaveState store={store} notesSession={notesSession} />
            <DraftMenu editing={editing} draftActions={draftActions} onDeleteRecording={onDeleteRecording} />
          </div>
          {titleField ?? <p className={styles.shownTitle}>{title || texts.untitled}</p>}
          <div className={styles.workspace}>
            <DraftWorkspace editing={editing} />
            <EditTags store={store} />
          </div>
          <PublishButton store={store} onPublish={draftActions.publish} onSaveDraft={draftActions.saveDraft} isWide />
        </div>
        {paragraphs ?? <TabList store={store} actions={tabs} {...list} />}
      </div>
    </SecondSidebar>
  )
}

function DraftWorkspace({ editing: { store } }: { editing: EditingContext }) {
  const workspaceId = useDraft(store, ({ fields }) => fields.workspaceId)
  const present = useDraft(store, ({ article }) => article.workspace)
  const isOnItsWay = useDraft(store, ({ article }) => article.isNotUploadedVideo)
  return (
    <div>
      <WorkspaceSelect
        size="sm"
        value={workspaceId}
        current={present}
        isDisabled={isOnItsWay}
        onChange={(id) => store.edit({ workspaceId: id })}
      />
      {isOnItsWay && <p className={styles.hint}>{texts.availableAfterUpload}</p>}
      {workspaceId === null && <p className={styles.error}>{texts.theWorkspaceIsRequired}</p>}
    </div>
  )
}

type DraftMenuProps = Pick<EditSidebarProps, 'editing' | 'draftActions' | 'onDeleteRecording'>

function DraftMenu({ editing, draftActions, onDeleteRecording }: DraftMenuProps) {
  const { store } = editing
  const queryClient = useQueryClient()
  const beginRecording = useUploadRecording(editing)
  const article = useDraft(store, (state) => state.article)
  const originalId = article.original?.id ?? null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={texts.more}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onDeleteRecording === null && !article.isNotUploadedVideo && (
          <Menu.Item leftSection={<IconUpload />} onClick={() => openChooseRecording(beginRecording)}>
            {texts.uploadVideo}
          </Menu.Item>
        )}
        {onDeleteRecording && (
          <Menu.Item
            leftSection={<IconVideoOff />}
            data-danger={originalId === null || undefined}
            onClick={onDeleteRecording}
          >
            {texts.deleteTheRecording}
          </Menu.Item>
        )}
        {originalId !== null ? (
          <>
            <Menu.Item leftSection={<IconEye />} onClick={draftActions.viewPublished}>
              {texts.viewThePublishedArticle}
            </Menu.Item>
            <Menu.Item leftSection={<IconLink />} onClick={() => void copyPublishedLink(queryClient, originalId)}>
              {texts.copyLink}
            </Menu.Item>
          </>
        ) : (
          <Menu.Item leftSection={<IconTrash />} data-danger onClick={draftActions.removeDraft}>
            {texts.deleteDraft}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
