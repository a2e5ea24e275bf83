import { expect, it } from 'vitest'
import { openDraft } from '../../../test/open-draft.ts'
import { field } from '../../../test/person.ts'

it('shows what a colleague saved while the connection was lost', async () => {
  const { server, draft, enterRoom } = await openDraft()
  server.answer({ 'draft.get': { article: { ...draft, title: 'Named by a colleague' } } })
  enterRoom()
  await expect.element(field('Title', { exact: true })).toHaveValue('Named by a colleague')
})
