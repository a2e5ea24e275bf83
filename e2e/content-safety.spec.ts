/** Hostile content where people read, compare, edit, paste and look for things: nothing of it runs, asks or shows. */
import type { Page } from '@playwright/test'
import { buildArticle, buildDraft, buildVersion } from '../packages/server/src/article/article.builder.ts'
import { htmlToNoteJson } from '../packages/server/src/note/index.ts'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import { hostileNote } from '../packages/server/test/xss/hostile-note.ts'
import { CANARY_HOST, xssPayloads } from '../packages/server/test/xss/xss-payloads.ts'
import { listen } from './look.ts'
import { expect, test, type Company } from './people.ts'

const keepable = xssPayloads.map((payload) => payload.replaceAll('\u0000', '').toWellFormed())
const parts = <Value>(values: readonly Value[], count: number): Value[][] =>
  Array.from({ length: count }, (_, at) => values.filter((_value, index) => index % count === at))
/** Of different families. */
const names = keepable.filter(({ length }) => length <= 100).filter((_name, index) => index % 25 === 0)

/** What must never happen, gathered from now on. */
async function watch(page: Page): Promise<string[]> {
  const faults = listen(page)
  page.on('request', (request) => {
    if (request.url().includes(CANARY_HOST)) faults.push(`asked for ${request.url()}`)
  })
  page.on('popup', (popup) => faults.push(`opened ${popup.url()}`))
  page.on('dialog', (dialog) => {
    faults.push(`said ${dialog.message()}`)
    void dialog.accept()
  })
  await page.addInitScript(() => {
    Object.defineProperty(window, '__pwned', { value: () => console.error('a payload was run') })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // Our checks of shapes ask whether they may compile themselves, with nothing in it.
      if (blockedURI !== 'eval' || sample !== '') console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return faults
}

/** Elements and attributes that no page of ours has; and everything that waits for somebody is pointed at and focused. */
const findForeign = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const forbidden =
      'iframe, object, embed, base, frame, math, form[action], meta[http-equiv], template, main noscript, portal, marquee, body script, area, video, audio'
    const found = [...document.querySelectorAll('body *')].flatMap((element) => {
      const told = [...element.attributes].flatMap(({ name, value }) => {
        const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'ping', 'poster'].includes(
          name,
        )
        const scheme = /^[\u0000-\u0020]*([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
        const isForeign =
          isAddress && scheme !== undefined && !['http', 'https', 'mailto', 'tel', 'data', 'blob'].includes(scheme)
        const isData = isAddress && name !== 'src' && scheme === 'data'
        const isAsking = name === 'style' && /url\(|expression|@import/i.test(value)
        return name.startsWith('on') || isForeign || isData || isAsking
          ? [`${element.localName} ${name}=${value.slice(0, 60)}`]
          : []
      })
      return element.matches(forbidden) ? [element.outerHTML.slice(0, 100), ...told] : told
    })
    for (const element of document.querySelectorAll('main *')) {
      for (const type of ['mouseover', 'pointerenter', 'focus', 'focusin', 'animationstart', 'toggle', 'error', 'load'])
        element.dispatchEvent(new Event(type, { bubbles: false }))
    }
    return found
  })

async function expectHarmless(page: Page, faults: readonly string[]): Promise<void> {
  expect(await findForeign(page)).toEqual([])
  await page.waitForTimeout(100)
  // A link to nowhere is tried by nobody; a page that is asked for and not there is no fault of safety.
  expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([])
}

async function hostileCompany(foundCompany: (overrides: object) => Promise<Company>): Promise<Company> {
  const company = await foundCompany({
    title: names[0]?.slice(0, 60),
    owner: { firstName: '<img src=x onerror=window.__pwned(1)>', lastName: '"><script>window.__pwned(1)</script>' },
  })
  for (const name of names.slice(0, 4))
    await company.join({ firstName: name.slice(0, 60), lastName: 'Xss', jobTitle: name })
  return company
}

test('all payloads in notes, titles, tags and names are words to whoever reads and compares', async ({
  db,
  foundCompany,
}) => {
  test.setTimeout(240_000)
  const company = await hostileCompany(foundCompany)
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
    const faults = await watch(page)
    const path = `/b/${workspace.shortId}/x/${article.shortId}/x`
    await page.goto(`${path}/one`)
    await expect(page.getByText('window.__pwned').first()).toBeVisible()
    await expectHarmless(page, faults)
    await page.goto(`${path}/two`)
    await expect(page.locator('main p').first()).toBeVisible()
    await expectHarmless(page, faults)
    await page.goto(`/article/${article.shortId}/v/1/edit`)
    await expect(page.getByRole('combobox', { name: 'Compare with' })).toBeVisible({ timeout: 30_000 })
    await expectHarmless(page, faults)
    if (payloads === pages[0]) {
      await page.getByRole('combobox', { name: 'Compare with' }).click()
      await page.getByRole('option', { name: 'Compared with current' }).click()
      await expect(page.getByText(/words? (?:added|removed)/).first()).toBeVisible()
      await expectHarmless(page, faults)
      for (const place of [`/workspace/${workspace.shortId}`, '/', '/drafts', '/settings/users', '/workspaces']) {
        await page.goto(place)
        await page.waitForLoadState('networkidle')
        await expectHarmless(page, faults)
      }
    }
    await page.context().close()
  }
})

test('a note that a hostile client wrote is opened without harm', async ({ db, foundCompany }) => {
  test.setTimeout(240_000)
  const company = await hostileCompany(foundCompany)
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
    const faults = await watch(page)
    await page.goto(`/article/${draft.shortId}/edit`)
    await expect(editor(page).or(page.getByText('This page is older than the note'))).toBeVisible()
    await expectHarmless(page, faults)
    await page.context().close()
  }
})

test('all payloads pasted into a note run nowhere and ask nobody', async ({ db, foundCompany }) => {
  test.setTimeout(240_000)
  const company = await foundCompany()
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  for (const payloads of parts(keepable, 3)) {
    const draft = await buildDraft(db, { workspace, author: company.owner, title: 'Pasted' })
    const page = await company.owner.open('/login')
    const faults = await watch(page)
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
    expect(await findForeign(page)).toEqual([])
    await page.waitForTimeout(500)
    // The browser reports handlers that it refused while it read what was pasted, whichever reader is used. None may run.
    expect(faults.filter((fault) => /payload was run|asked for|opened|said/.test(fault))).toEqual([])
    await page.context().close()
  }
})
