/** Templates of people and of companies. */
import { templateLimits } from '@knowreel/shared/template/template.limits.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import type { BuiltUser } from '../user/user.builder.ts'
import { buildTemplate } from './template.builder.ts'

const server = await startTestServer()
const { db } = server
let company: BuiltCompany
let people: { author: BuiltUser; colleague: BuiltUser; admin: BuiltUser }
let tokens: { author: string; colleague: string; admin: string }
beforeEach(async () => {
  company = await buildCompany(db)
  people = {
    author: await buildMember(db, company),
    colleague: await buildMember(db, company),
    admin: await buildMember(db, company, { role: 'admin' }),
  }
  tokens = {
    author: await server.signIn(people.author, company),
    colleague: await server.signIn(people.colleague, company),
    admin: await server.signIn(people.admin, company),
  }
})

const create = (body: object = {}, by = tokens.author) =>
  server.call('template.create', { body: { title: 'Site visit', text: '<h2>Findings</h2>', ...body } }, by)
const titles = async (by: string) => (await server.call('template.list', {}, by)).ok.templates.map(({ title }) => title)
const read = async (id: string, by = tokens.author) =>
  (await server.call('template.get', { params: { id } }, by)).ok.text
const save = (id: string, by: string) =>
  server.call('template.save', { params: { id }, body: { title: 'Renamed' } }, by)
const remove = (id: string, by: string) => server.call('template.remove', { params: { id } }, by)

test('a template is for its author alone, or for the company', async () => {
  const own = (await create({ title: 'Mine' })).ok.template
  expect(own).toMatchObject({ isShared: false, abilities: { manage: true } })
  await create({ title: 'Everyone’s', isShared: true })
  expect(await titles(tokens.author)).toEqual(['Everyone’s', 'Mine'])
  expect(await titles(tokens.colleague)).toEqual(['Everyone’s'])
  for (const by of [tokens.colleague, tokens.admin]) {
    expect((await server.call('template.get', { params: { id: own.id } }, by)).status).toBe(404)
    expect((await save(own.id, by)).status).toBe(404)
    expect((await remove(own.id, by)).status).toBe(404)
  }
})

test('templates of the company are changed by their author and by admins of the company', async () => {
  const { id } = (await create({ isShared: true })).ok.template
  expect((await save(id, tokens.colleague)).status).toBe(403)
  expect((await remove(id, tokens.colleague)).status).toBe(403)
  expect((await save(id, tokens.author)).ok.template.title).toBe('Renamed')
  expect((await save(id, tokens.admin)).status).toBe(200)
  expect((await remove(id, tokens.admin)).status).toBe(200)
  expect(await titles(tokens.author)).toEqual([])
})

test('a text is parsed with the schema of notes', async () => {
  const text = '<h2 onclick="x()">Findings</h2><script>x()</script><p><a href="javascript:x()">Bad</a> text</p>'
  const { id } = (await create({ text })).ok.template
  expect(await read(id, tokens.author)).toBe('<h2>Findings</h2><p>Bad text</p>')
})

test('files, mentions and links into recordings are left out', async () => {
  const path = '/files/images/01/0193cf0a-0000-7000-8000-000000000001.png'
  const text =
    `<p>Ask <span data-mention="${people.colleague.id}" data-label="Noor">@Noor</span> <img data-src="${path}" alt="Roof"></p>` +
    '<div data-type="columns" data-layout="two-column"><div data-type="column"><div data-type="fileAttachment" ' +
    'data-url="/files/attachments/01/0193cf0a-0000-7000-8000-000000000001.bin" data-name="Plan.pdf"></div></div>' +
    '<div data-type="column"><p><a href="#t=12">At 0:12</a></p></div></div>'
  const stored = await read((await create({ text })).ok.template.id)
  expect(stored).toContain('Ask @Noor')
  expect(stored).toContain('At 0:12')
  expect(stored).not.toMatch(/<img|data-mention|fileAttachment|href/)
})

test('a box that had only a file stays, with an empty line', async () => {
  const file =
    '<div data-type="fileAttachment" data-url="/files/attachments/01/0193cf0a-0000-7000-8000-000000000001.bin" data-name="Plan.pdf"></div>'
  const text = `<p>Plan</p><div data-type="callout" data-kind="note">${file}</div><details><summary>More</summary>${file}</details>`
  const stored = await read((await create({ text })).ok.template.id)
  expect(stored).toContain('data-type="callout"')
  expect(stored).toMatch(/<p><\/p><\/div>/)
  expect(stored).toContain('More')
  expect(stored).not.toContain('fileAttachment')
})

test('an empty or too long text is refused', async () => {
  expect((await create({ text: '<p> </p>' })).error.code).toBe('template_empty')
  expect((await create({ text: `<p>${'a'.repeat(30_001)}</p>` })).error.code).toBe('note_too_large')
  expect((await create({ title: ' ' })).status).toBe(422)
  expect((await create({ title: 'a'.repeat(templateLimits.title + 1) })).status).toBe(422)
  expect(await titles(tokens.author)).toEqual([])
})

test('a person has at most 50 templates, a company 100', async () => {
  const fill = async (count: number, isOwn: boolean) => {
    for (let made = 0; made < count; made++) await buildTemplate(db, { company, author: people.author, isOwn })
  }
  await fill(templateLimits.own - 1, true)
  await fill(templateLimits.ofCompany - 1, false)
  expect((await create()).status).toBe(200)
  expect((await create()).error.code).toBe('too_many_templates')
  expect((await create({}, tokens.colleague)).status).toBe(200)
  expect((await create({ isShared: true }, tokens.colleague)).status).toBe(200)
  expect((await create({ isShared: true })).error.code).toBe('too_many_templates')
})

test('simultaneous creations stay within the limit', async () => {
  for (let made = 1; made < templateLimits.own; made++)
    await buildTemplate(db, { company, author: people.author, isOwn: true })
  const answers = await Promise.all([create(), create(), create()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('own templates go when a person leaves the company, those of the company stay', async () => {
  await create({ title: 'Mine' })
  const { id } = (await create({ title: 'Everyone’s', isShared: true })).ok.template
  await server.call('companyUser.remove', { params: { id: people.author.id } }, tokens.admin)
  const { rows } = await sql<{ title: string }>`select title from templates where company_id = ${company.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ title: 'Everyone’s' }])
  await db.updateTable('templates').set({ author_id: null }).execute()
  const { templates } = (await server.call('template.list', {}, tokens.colleague)).ok
  expect(templates).toMatchObject([{ id, authorName: null, abilities: { manage: false } }])
})

test('the audit log has the changes of the company’s templates only', async () => {
  const own = (await create()).ok.template
  const shared = (await create({ isShared: true })).ok.template
  for (const { id } of [own, shared]) {
    await save(id, tokens.author)
    await remove(id, tokens.author)
  }
  const { rows } = await sql<{ action: string; title: string | null; details: object }>`
    select action, subject_title as title, details from audit_entries
    where company_id = ${company.id} and action like 'template%' order by id`.execute(db)
  expect(rows).toEqual([
    { action: 'template_created', title: null, details: { title: 'Site visit' } },
    { action: 'template_renamed', title: 'Site visit', details: { title: 'Renamed' } },
    { action: 'template_deleted', title: 'Renamed', details: {} },
  ])
})
