import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { runWhenClosed } from '../../test/open-page.tsx'
import { button, expectVisible } from '../../test/person.ts'
import { NoteNotice } from './note-notice.tsx'

function renderNotice(save: 'saved' | 'saving'): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  runWhenClosed(() => {
    root.unmount()
    container.remove()
  })
  root.render(
    <MantineProvider>
      <NoteNotice
        condition={{ connection: 'refused', isEditable: false, lock: null, publishedId: null }}
        getSaveState={() => save}
        hasSynced
        isLongOffline={false}
        isOnline
        isFull={false}
        isGone
        isLeaving={() => false}
        getText={() => 'words'}
      />
    </MantineProvider>,
  )
}

const reason = 'This draft was deleted or moved to another company, or you no longer have access to it.'

it('says that a draft is gone, and offers the words that are not saved', async () => {
  renderNotice('saving')
  await expectVisible(`${reason} Copy the text to keep your last changes.`)
  await expectVisible(button('Copy the text'))
})

it('says that a draft is gone whose words are saved', async () => {
  renderNotice('saved')
  await expectVisible(reason)
  expect(button('Copy the text').elements()).toEqual([])
})
