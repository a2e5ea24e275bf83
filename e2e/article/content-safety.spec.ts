/** Hostile content where people read, compare, edit, paste and search: none of it runs, sends requests or shows. */
import type { Page } from '@playwright/test'
import { buildArticle, buildDraft, buildVersion } from '../../packages/server/src/article/article.builder.ts'
import { htmlToNoteJson } from '../../packages/server/src/note/index.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { hostileNote } from '../../packages/server/test/xss/hostile-note.ts'
import { xssPayloads } from '../../packages/server/test/xss/xss-payloads.ts'
import { expectNoInjection, findForeignElements, watchForInjection } from '../support/injection-checks.ts'
import { expect, test, type Company } from '../support/people.ts'

const keepable = xssPayloads.map((payload) => payload.replaceAll('\u0000', '').toWellFormed())
const parts = <Value>(values: readonly Value[], count: number): Value[][] =>
  Array.from({ length: count }, (_, at) => values.filter((_value, index) => index % count === at))
/** Every 25th payload, so that the names come from different families. */
const names = keepable.filter(({ length }) => length <= 100).filter((_name, index) => index % 25 === 0)

async function hostileCompany(createCompany: (overrides: object) => Promise<Company>): Promise<Company> {
  const company = await createCompany({
    title: names[0]?.slice(0, 60),
    owner: { firstName: '<img src=x onerror=window.__pwned(1)>', lastName: '"><script>window.__pwned(1)</script>' },
  })
  for (const name of names.slice(0, 4))
    await company.join({ firstName: name.slice(0, 60), lastName: 'Xss', jobTitle: name })
  return company
}

test('all payloads in notes, titles, tags and names are shown as text to readers and in comparisons @soak', async ({
  db,
  createCompany,
}) => {
  test.setTimeout(240_000)
  const company = await hostileCompany(createCompany)
  const title = '<img src=x onerror=window.__pwned(1)>'
  const workspace = await buildWorkspace(db, {
    company,
    title,
    description: names.join(' ').slice(0, 400),
    visibility: 'organization',
  })
  for (const name of names) await buildArticle(db, { workspace, title: name, tags: [name.slice(0, 30)] })
  const pages = parts(keepable, 4)
  for (const payloads of pages) {
    const [raw = [], read = []] = parts(payloads, 2)
    const textTabs = [
      { id: 'tab0000000000001', title: payloads[0]?.slice(0, 60), slug: 'one', note: hostileNote(raw) },
      {
        id: 'tab0000000000002',
        title: payloads[1]?.slice(0, 60),
        slug: 'two',
        note: await htmlToNoteJson(read.join('\n')),
      },
    ]
    const article = await buildArticle(db, { workspace, title: payloads[2], textTabs })
    await buildVersion(db, {
      article,
      title: payloads[3],
      textTabs: textTabs.map((tab) => ({ ...tab, note: hostileNote(read) })),
    })
    const page = await company.owner.open('/login')
    const faults = await watchForInjection(page)
    const path = `/b/${workspace.shortId}/x/${article.shortId}/x`
    await page.goto(`${path}/one`)
    await expect(page.getByText('window.__pwned').first()).toBeVisible()
    await expectNoInjection(page, faults)
    await page.goto(`${path}/two`)
    await expect(page.locator('main p').first()).toBeVisible()
    await expectNoInjection(page, faults)
    await page.goto(`/article/${article.shortId}/v/1/edit`)
    await expect(page.getByRole('combobox', { name: 'Compare with' })).toBeVisible({ timeout: 30_000 })
    await expectNoInjection(page, faults)
    if (payloads === pages[0]) {
      await page.getByRole('combobox', { name: 'Compare with' }).click()
      await page.getByRole('option', { name: 'Compared with current' }).click()
      await expect(page.getByText(/words? (?:added|removed)/).first()).toBeVisible()
      await expectNoInjection(page, faults)
      for (const path of [`/workspace/${workspace.shortId}`, '/', '/drafts', '/settings/users', '/workspaces']) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await expectNoInjection(page, faults)
      }
    }
    await page.context().close()
  }
})

test('a note written by a hostile client opens without harm @soak', async ({ db, createCompany }) => {
  test.setTimeout(240_000)
  const company = await hostileCompany(createCompany)
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const editor = (page: Page) => page.locator('[contenteditable][aria-label="Note"]')
  const text = { id: 'tab0000000000001', title: 'Note', text: 'words' }
  for (const payloads of parts(keepable, 3)) {
    const note = hostileNote(payloads.slice(0, 20))
    const draft = await buildDraft(db, {
      workspace,
      author: company.owner,
      title: payloads[0],
      textTabs: [{ id: text.id, title: 'Note', note }],
    })
    const page = await company.owner.open('/login')
    const faults = await watchForInjection(page)
    await page.goto(`/article/${draft.shortId}/edit`)
    await expect(editor(page).or(page.getByText('This page is outdated'))).toBeVisible()
    await expectNoInjection(page, faults)
    await page.context().close()
  }
})

test('all payloads pasted into a note run nothing and send no requests @soak', async ({ db, createCompany }) => {
  test.setTimeout(240_000)
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  for (const payloads of parts(keepable, 3)) {
    const draft = await buildDraft(db, { workspace, author: company.owner, title: 'Pasted' })
    const page = await company.owner.open('/login')
    const faults = await watchForInjection(page)
    await page.goto(`/article/${draft.shortId}/edit`)
    const note = page.locator('[contenteditable=true][aria-label="Note"]')
    await note.click()
    for (const html of parts(payloads, 8)) {
      await note.evaluate(
        (element, text) => {
          const data = new DataTransfer()
          data.setData('text/html', text)
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        },
        `<p>pasted words</p>${html.map((payload) => `<p>${payload}</p>`).join('')}`,
      )
      await page.keyboard.press('Control+End')
    }
    await expect(note.getByText('pasted words').first()).toBeVisible()
    expect(await findForeignElements(page)).toEqual([])
    await page.waitForTimeout(500)
    // The browser reports event handlers that it blocked while parsing pasted content, whichever parser is used. None
    // may run.
    expect(faults.filter((fault) => /payload was run|asked for|opened|said/.test(fault))).toEqual([])
    await page.context().close()
  }
})
