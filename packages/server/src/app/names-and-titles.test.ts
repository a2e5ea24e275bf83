/** Names and titles are one line everywhere: they appear in lists, emails, file names and page titles. */
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server

test('names and titles keep no line break and no control character', async () => {
  const company = await buildCompany(db)
  const token = await server.signIn(company.owner, company)
  const pasted = 'Roof\r\nplan\u0007 2026'
  const kept = 'Roof plan  2026'
  const workspace = await buildWorkspace(db, { company })
  const draft = await server.call(
    'article.saveDraft',
    { params: { id: 'new' }, body: { title: pasted, workspace: workspace.id } },
    token,
  )
  expect(draft.ok.article.title).toBe(kept)
  const made = await server.call('workspace.create', { body: { title: pasted } }, token)
  expect(made.ok.workspace.title).toBe(kept)
  const group = await server.call('group.create', { body: { title: pasted } }, token)
  expect(group.ok.group.title).toBe(kept)
  const me = await server.call('user.updateMe', { body: { firstName: pasted, jobTitle: pasted } }, token)
  expect(me.ok.user).toMatchObject({ firstName: kept, jobTitle: kept })
})
