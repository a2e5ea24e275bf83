/** A note with nodes that only a newer version of the product knows: the open editor keeps them. */
import * as Y from 'yjs'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { NOTE_FRAGMENT, NOTE_SCHEMA_VERSION } from '../../packages/shared/src/note/note-document.ts'
import { COLLABORATION_PATH } from '../../packages/shared/src/socket/session-socket.ts'
import { buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { openNoteSession } from '../../packages/web/src/note/session/note-session.ts'
import { expect, test } from '../support/people.ts'

test('an editor that receives an unknown block shows and keeps it', async ({ db, server, createCompany }) => {
  const company = await createCompany()
  const { owner } = company
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const tabId = newKey()
  const textTabs = [{ id: tabId, title: 'Note', text: 'Known words' }]
  const draft = await buildDraft(db, { workspace, title: 'From the future', author: owner, textTabs })
  const page = await owner.open(`/article/${draft.shortId}/edit`)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const editor = page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable=true]'))
  await expect(editor).toHaveText('Known words')

  const session = openNoteSession({
    articleId: draft.id,
    tabId,
    url: `${server.baseURL.replace(/^http/, 'ws')}${COLLABORATION_PATH}`,
    schemaVersion: NOTE_SCHEMA_VERSION + 1,
    getToken: () => owner.token,
    user: { id: owner.id, name: 'Newer' },
    isSocketShared: false,
  })
  const fragment = session.doc.getXmlFragment(NOTE_FRAGMENT)
  const note = () => fragment.toJSON()
  await expect.poll(note).toContain('Known words')
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText('Words of a banner')])
  const banner = new Y.XmlElement('banner')
  banner.insert(0, [paragraph])
  fragment.push([banner])

  await expect(editor.locator('[data-unknown=banner]')).toHaveText('Words of a banner')
  await editor.getByText('Known words').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await expect.poll(note).toContain('Known words and more')
  expect(note()).toContain('Words of a banner')
  session.destroy()
  expect(errors).toEqual([])
})
