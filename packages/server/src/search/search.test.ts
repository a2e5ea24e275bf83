import { newId } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { createArticleReadCounter } from '../article/index.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { indexBatch } from './index/indexer.ts'
import { renewTerms } from './index/indexer.queries.ts'

const server = await startTestServer()
const { db } = server

async function index(): Promise<void> {
  while ((await indexBatch(db)) !== 0);
  await renewTerms(db)
}

async function newWorld() {
  const company = await buildCompany(db)
  const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: member, role: 'viewer' })
  const tokens = { member: await server.signIn(member, company), colleague: await server.signIn(colleague, company) }
  return { company, member, colleague, workspace, tokens }
}

const search = async (token: string, q: string, query: Record<string, string> = {}) =>
  (await server.call('search.global', { params: { q }, query }, token)).ok

const titles = (found: Awaited<ReturnType<typeof search>>, category: keyof typeof found) =>
  (found[category] ?? []).map(({ title }) => title)

test('finds titles, tags, paragraphs, notes and workspaces by category', async () => {
  const { workspace, tokens } = await newWorld()
  const article = await buildArticle(db, {
    workspace,
    title: 'Triage a “meter offline” ticket',
    tags: ['Meter-offline'],
    textTabs: [
      {
        id: 'a'.repeat(16),
        title: 'Checklist',
        slug: 'checklist',
        text: 'First\nA meter counts as offline after three missed heartbeats.',
      },
    ],
    duration: 5000,
  })
  await index()
  const found = await search(tokens.member, 'meter offl')
  expect(Object.keys(found)).toEqual(['article', 'tag', 'articleNotes'])
  expect(titles(found, 'article')).toEqual([article.title])
  expect(found.tag).toMatchObject([{ title: 'Meter-offline', count: 1 }])
  expect(found.articleNotes).toMatchObject([
    {
      title: article.title,
      articleId: article.id,
      trimmedText: 'A meter counts as offline after three missed',
      foundTextProperties: {
        initialIndex: 0,
        startIndex: 8,
        queryLength: 5,
        textToFind: 'meter',
        textTabId: 'a'.repeat(16),
      },
      textTabs: [{ title: 'Checklist', slug: 'checklist' }],
      workspace: { title: 'Support runbooks' },
    },
  ])
  expect(titles(await search(tokens.member, 'SUPPORT'), 'workspace')).toEqual(['Support runbooks'])
  expect((await search(tokens.member, 'paragraph')).paragraph).toMatchObject([{ saidAt: '00:00:00', startTime: 0 }])
  expect(await search(tokens.colleague, 'meter')).toEqual({})
})

test('a match is located by its occurrence and its offset, also in a long note with pictograms', async () => {
  const { workspace, tokens } = await newWorld()
  const text = `🎉 The quoll sleeps.\n${'🦘 Nothing to see here.\n'.repeat(600)}Then 🎉 a quoll meets the potoroo.`
  await buildArticle(db, { workspace, title: 'Long', textTabs: [{ text }] })
  await index()
  const startIndex = text.lastIndexOf('quoll')
  for (const q of ['potoroo quoll', 'potoroo quoll', 'potoroo quoll'])
    expect((await search(tokens.member, q)).articleNotes?.[0]).toMatchObject({
      trimmedText: 'Then 🎉 a quoll meets the potoroo.',
      foundTextProperties: { textToFind: 'quoll', startIndex, initialIndex: 1, queryLength: 5 },
    })
})

describe('words match', () => {
  const texts: Record<string, string> = {
    plain: 'Restart the gateways, then wait two minutes.',
    accents: 'Das Café in Malmö öffnet früh, sagt José.',
    compound: 'Vor jeder Anlagenwartung wird der Strom abgeschaltet.',
    ukrainian: 'Комп’ютери в офісі на Їжаковій перезавантажують щодня.',
    turkish: 'İSTANBUL ofisi ılık su istiyor.',
    chinese: '会议记录保存在东京的服务器上。',
    japanese: 'ｶﾞｲﾄﾞとVPN設定を確認してください。',
    korean: '회의록은 매주 금요일에 정리합니다.',
    thai: 'คู่มือการติดตั้งเครื่องวัดอยู่ในห้องประชุม',
    arabic: 'يجب إعادة تشغيل الشَّبَكة بعد التحديث.',
    hotel: 'ينقطع الاتصال في الفندق.',
    hebrew: 'יש לאתחל את הרשתות לאחר העדכון.',
    forklift: 'אל תיכנסו כשהמלגזה עובדת.',
    joined: "Don't send e-mail about the C3-PO printer.",
    emoji: 'The deploy went well 🎉',
  }
  const searches: [string, string][] = [
    ['GATEWAY', 'plain'],
    ['gateways restarting', 'plain'],
    ['minu', 'plain'],
    ['cafe malmo', 'accents'],
    ['jose', 'accents'],
    ['Wartung', 'compound'],
    ["комп'ютер", 'ukrainian'],
    ['компютера', 'ukrainian'],
    ['їжак', 'ukrainian'],
    ['istanbul', 'turkish'],
    ['ISPANAK ILIK'.slice(8), 'turkish'],
    ['东京', 'chinese'],
    ['议记', 'chinese'],
    ['东', 'chinese'],
    ['ガイド', 'japanese'],
    ['VPN設定', 'japanese'],
    ['vpn 設', 'japanese'],
    ['회의', 'korean'],
    ['금요일', 'korean'],
    ['ติดตั้ง', 'thai'],
    ['الشبكة', 'arabic'],
    ['شبكة', 'arabic'],
    ['فندق', 'hotel'],
    ['רשת', 'hebrew'],
    ['מלגזה', 'forklift'],
    ['dont', 'joined'],
    ['email', 'joined'],
    ['🎉', 'emoji'],
  ]

  test('in every script, in other forms, and as parts of long words', async () => {
    const { workspace, tokens } = await newWorld()
    for (const [title, text] of Object.entries(texts))
      await buildArticle(db, { workspace, title: `article ${title}`, textTabs: [{ text }] })
    await index()
    for (const [q, title] of searches)
      expect([q, titles(await search(tokens.member, q), 'articleNotes')]).toEqual([q, [`article ${title}`]])
  })
})

test('questions find the text with most of the rare words first', async () => {
  const { workspace, tokens } = await newWorld()
  const filler = ['Ask your manager how many days you have.', 'How do I print in the office?', 'Request access here.']
  for (const text of filler)
    for (let n = 0; n < 5; n++) await buildArticle(db, { workspace, title: `Other ${n}`, textTabs: [{ text }] })
  await buildArticle(db, {
    workspace,
    title: 'Leave for parents',
    textTabs: [{ text: 'Parental leave is requested seven weeks before it begins, in the portal.' }],
  })
  await index()
  const found = await search(tokens.member, 'How many weeks before do I have to request parental leave?')
  expect(titles(found, 'articleNotes')[0]).toBe('Leave for parents')
})

test('titles and tags are found with a typo', async () => {
  const { workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, title: 'Replace the thermostat', tags: ['warehouse'] })
  await index()
  expect(titles(await search(tokens.member, 'thermostta'), 'article')).toEqual(['Replace the thermostat'])
  expect(titles(await search(tokens.member, 'warehuose'), 'tag')).toEqual(['warehouse'])
})

test('the same title comes first, then titles that begin with the words, then the newest', async () => {
  const { workspace, tokens } = await newWorld()
  const age = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [title, days] of [
    ['New gateway', 1],
    ['Gateway logs', 3],
    ['gateway', 9],
    ['Old gateway', 8],
  ] as const)
    await buildArticle(db, { workspace, title, createdAt: age(days) })
  await index()
  const wanted = ['gateway', 'Gateway logs', 'New gateway', 'Old gateway']
  expect(titles(await search(tokens.member, 'Gateway'), 'article')).toEqual(wanted)
})

test('among equally good results, the one that people open more often comes first', async () => {
  const { workspace, tokens } = await newWorld()
  const [older, newer] = [
    await buildArticle(db, { workspace, title: 'Wallaby', textTabs: [{ text: 'A wombat.' }] }),
    await buildArticle(db, { workspace, title: 'Wallaby', textTabs: [{ text: 'A wombat.' }] }),
  ]
  await index()
  const order = async (q: string, category: 'article' | 'articleNotes') =>
    ((await search(tokens.member, q))[category] ?? []).map(({ articleId }) => articleId)
  expect(await order('wombat', 'articleNotes')).toEqual([newer.id, older.id])
  expect(await order('wallaby', 'article')).toEqual([newer.id, older.id])
  await db.insertInto('article_reads').values({ article_id: older.id, reads: 40 }).execute()
  await db.insertInto('article_reads').values({ article_id: newer.id, reads: 3 }).execute()
  expect(await order('wallaby', 'article')).toEqual([older.id, newer.id])
  expect(await order('wombat', 'articleNotes')).toEqual([older.id, newer.id])
})

test('reads of published articles are counted', async () => {
  const { workspace, tokens } = await newWorld()
  const article = await buildArticle(db, { workspace })
  const counter = createArticleReadCounter(db, { warn: expect.unreachable })
  for (let n = 0; n < 3; n++) counter.count(article.id)
  counter.count(newId())
  await counter.close()
  expect((await server.call('article.get', { params: { id: article.id }, query: {} }, tokens.member)).status).toBe(200)
  const rows = await db.selectFrom('article_reads').selectAll().where('article_id', '=', article.id).execute()
  expect(rows).toEqual([{ article_id: article.id, reads: 3 }])
})

test('a search that is repeated shows what has changed since, and only what its person may see', async () => {
  const { company, workspace, tokens } = await newWorld()
  const elsewhere = await buildWorkspace(db, { company, owner: company.owner })
  for (let n = 0; n < 20; n++)
    await buildArticle(db, {
      workspace: n % 2 === 0 ? workspace : elsewhere,
      title: `Number ${n}`,
      textTabs: [{ text: `A numbat ${n}.` }],
    })
  await index()
  const owner = await server.signIn(company.owner, company)
  const found = async (token: string) =>
    ((await search(token, 'numbat')).articleNotes ?? []).map(({ title }) => title).toSorted()
  const first = {
    owner: await found(owner),
    member: await found(tokens.member),
    colleague: await found(tokens.colleague),
  }
  expect([first.owner.length, first.member.length, first.colleague.length]).toEqual([15, 10, 0])
  for (let round = 0; round < 2; round++)
    expect({
      owner: await found(owner),
      member: await found(tokens.member),
      colleague: await found(tokens.colleague),
    }).toEqual(first)
  const { articleNotes = [] } = await search(tokens.member, 'numbat', { category: 'all', page: '1' })
  await db
    .updateTable('articles')
    .set({ is_archived: true })
    .where('id', '=', articleNotes[0]?.articleId ?? '')
    .execute()
  expect(await found(tokens.member)).toEqual(first.member.filter((title) => title !== articleNotes[0]?.title))
  await buildArticle(db, { workspace, title: 'New', textTabs: [{ text: 'One numbat more.' }] })
  await index()
  expect(await found(tokens.member)).toContain('New')
})

test('results name the article above', async () => {
  const { workspace, tokens, company } = await newWorld()
  const parent = await buildArticle(db, { workspace, title: 'Handbook' })
  await buildArticle(db, { workspace, parent, title: 'Bettong' })
  await buildDraft(db, { workspace, parent, author: company.owner, title: 'Bettong, unpublished' })
  await index()
  const handbook = { id: parent.id, title: 'Handbook' }
  expect((await search(tokens.member, 'bettong')).article).toMatchObject([{ parentArticle: handbook }])
  expect((await search(tokens.member, 'handbook')).article).toMatchObject([{ parentArticle: null }])
  const owner = await server.signIn(company.owner, company)
  expect((await search(owner, 'bettong')).draft).toMatchObject([{ parentArticle: handbook }])
})

test('has pages of fifteen, and skips what is shown already', async () => {
  const { workspace, tokens } = await newWorld()
  for (let n = 0; n < 33; n++) await buildArticle(db, { workspace, title: `Meter ${n}` })
  await index()
  const page = async (query: Record<string, string>) =>
    (await search(tokens.member, 'meter', { category: 'article', ...query })).article ?? []
  const pages = [await page({}), await page({ page: '2' }), await page({ page: '3' }), await page({ page: '4' })]
  expect(pages.map((results) => results.length)).toEqual([15, 15, 3, 0])
  expect(new Set(pages.flat().map(({ articleId }) => articleId)).size).toBe(33)
  const skipped = await page({ page: '2', skip: '5' })
  expect(skipped.map(({ id }) => id)).toEqual(
    pages
      .flat()
      .slice(10, 25)
      .map(({ id }) => id),
  )
})

test('a question in a script without spaces finds texts with most of its rare words', async () => {
  const { workspace, tokens } = await newWorld()
  const write = (title: string, text: string) => buildArticle(db, { workspace, title, textTabs: [{ text }] })
  await write('访客Wi-Fi使用说明', '访客网络的密码每周一更换，写在前台的蓝色卡片上。')
  await write('锂电池', '仓库里的锂电池放在铁柜里。')
  await write('ゲスト用の無線', 'パスワードは毎週月曜日に変わります。')
  await index()
  const first = async (q: string) => titles(await search(tokens.member, q), 'articleNotes')[0]
  expect(await first('访客无线网络的密码多久更换一次？')).toBe('访客Wi-Fi使用说明')
  expect(await first('锂电池应该放在哪里'), 'without a question mark').toBe('锂电池')
  expect(await first('ゲストのパスワードはいつ変わりますか？')).toBe('ゲスト用の無線')
})

test('two letters in the wrong order still find a title', async () => {
  const { workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, title: 'Elternzeit beantragen' })
  await index()
  expect(titles(await search(tokens.member, 'Eltrenzeit'), 'article')).toEqual(['Elternzeit beantragen'])
})

test('my personal workspace is found by the name that is displayed, and never that of others', async () => {
  const { tokens } = await newWorld()
  await index()
  const found = await search(tokens.member, 'personal')
  expect(titles(found, 'workspace')).toEqual(['Personal'])
  expect((await search(tokens.colleague, 'personal')).workspace?.[0]?.id).not.toBe(found.workspace?.[0]?.id)
  expect(await search(tokens.member, 'pw')).toEqual({})
})

test('an excerpt neither begins nor ends within a word', async () => {
  const { workspace, tokens } = await newWorld()
  const long = 'x'.repeat(60)
  const [ja, th] = ['これは長い文章の続きであり単語の間に空白がありません。', 'ภาษาไทยเขียนติดกันทั้งประโยคโดยไม่มีช่องว่างเลย']
  await buildArticle(db, { workspace, textTabs: [{ text: `${long} then a quoll ate ${long}.` }] })
  await buildArticle(db, { workspace, textTabs: [{ text: `${ja.repeat(3)} quokka ${th.repeat(3)}` }] })
  await index()
  const excerptOf = async (q: string) => (await search(tokens.member, q)).articleNotes?.[0]?.trimmedText
  expect(await excerptOf('quoll')).toBe('then a quoll ate')
  // These scripts have no words between which to choose.
  expect(await excerptOf('quokka')).toMatch(/^[^ ]{30,} quokka [^ ]{30,}$/u)
})

test('nothing is searched for nothing, a dot or two dots', async () => {
  const { workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, title: 'Anything' })
  await index()
  for (const q of [' ', ' . ', ' .. ', '?!', '%', '_']) expect(await search(tokens.member, q)).toEqual({})
})

describe('filters', () => {
  test('typed into the search limit workspace, author, tag, type and time', async () => {
    const { company, member, workspace, tokens } = await newWorld()
    const open = await buildWorkspace(db, {
      company,
      owner: company.owner,
      visibility: 'organization',
      title: 'Field work',
    })
    const old = new Date('2026-01-01')
    await buildArticle(db, { workspace, title: 'Meter one', tags: ['VPN'] })
    await buildArticle(db, { workspace: open, title: 'Meter two', author: member, createdAt: old })
    await buildArticle(db, { workspace: open, title: 'Meter three', duration: 5000 })
    await index()
    const found = async (q: string) => titles(await search(tokens.member, q), 'article').toSorted()
    const name = await db.selectFrom('users').select('first_name').where('id', '=', member.id).executeTakeFirstOrThrow()
    expect(await found('meter in:"field work"')).toEqual(['Meter three', 'Meter two'])
    expect(await found('meter tag:vpn')).toEqual(['Meter one'])
    expect(await found('tag:vpn')).toEqual(['Meter one'])
    expect(await found(`meter type:notes by:${name.first_name.toUpperCase()} in:field`)).toEqual(['Meter two'])
    expect(await found('type:video meter')).toEqual(['Meter three'])
    expect(await found('meter after:2026-06-01')).toEqual(['Meter one', 'Meter three'])
    const { id } = await db
      .selectFrom('workspaces')
      .select('id')
      .where('owner_id', '=', member.id)
      .where('visibility', '=', 'personal')
      .executeTakeFirstOrThrow()
    await buildArticle(db, { workspace: { ...workspace, id }, title: 'Diary', tags: ['mine'] })
    await index()
    expect(await found('tag:mine in:Personal')).toEqual(['Diary'])
    expect(await found('tag:mine in:PW_')).toEqual([])
    expect(await found('tag:vpn in:Personal')).toEqual([])
    expect(await found('meter before:2026-06-01')).toEqual(['Meter two'])
    expect(await found('meter before:2026-01-01')).toEqual([])
    expect(await found('meter after:2026-01-01 before:2026-01-02')).toEqual(['Meter two'])
    await db
      .updateTable('users')
      .set({ first_name: 'Łucja “Lu”', last_name: 'Groß' })
      .where('id', '=', member.id)
      .execute()
    expect(await found('meter by:"Łucja “Lu” Groß"')).toEqual(['Meter two'])
    expect(await found('meter by:"lucja ""lu"" gross"')).toEqual(['Meter two'])
  })
})

test('drafts are found by those who created or saved them, with their text', async () => {
  const { member, workspace, tokens } = await newWorld()
  await grantWorkspaceRole(db, { workspace, user: member, role: 'editor' }).catch(() => undefined)
  await buildDraft(db, {
    workspace: null,
    company: { id: workspace.companyId },
    author: member,
    title: 'Secret thoughts',
  })
  await index()
  const found = await search(tokens.member, 'thoughts')
  expect(titles(found, 'draft')).toEqual(['Secret thoughts'])
  expect(found.draft?.[0]).toMatchObject({ isDraft: true, articleId: null })
  expect(titles(await search(tokens.member, 'gateway'), 'draftNotes')).toEqual(['Secret thoughts'])
  expect(await search(tokens.colleague, 'thoughts')).toEqual({})
})
