/** A company's content after some months: many articles, long names, deep trees, other scripts and empty articles. */
import { htmlToNoteJson } from '../../packages/server/src/note/index.ts'
import { buildArticle, buildDraft, type BuiltArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildMeeting } from '../../packages/server/src/meeting/meeting.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { setFavorite } from '../../packages/server/src/workspace/set-favorite.ts'
import {
  buildWorkspace,
  grantWorkspaceRole,
  type BuiltWorkspace,
} from '../../packages/server/src/workspace/workspace.builder.ts'
import type { Company, Person } from './people.ts'

export type Library = {
  workspace: BuiltWorkspace
  /** Three tabs, tags, every kind of block. */
  article: BuiltArticle
}

export const longTitle =
  'Why the gateways along the fjord lost their heartbeat for eleven hours in the night of the storm, and what we changed'

const runbookHtml = `
<p>When a gateway goes silent, its meters go on counting. <strong>Nothing is lost for 72 hours</strong>, so first look, then act.
Who is new here reads <a href="https://example.com/gateways">how gateways speak</a> before.</p>
<h2>Is it one gateway or a whole region?</h2>
<p>Open the map and set it to the last hour. A single red dot is a gateway; several along one <em>carrier</em> are a carrier.
The console says which with <code>heartbeat --since 1h</code>, and marks <mark>the first that fell silent</mark>.</p>
<table><tbody>
<tr><th><p>What you see</p></th><th><p>What it is</p></th><th><p>Who acts</p></th></tr>
<tr><td><p>One gateway, less than an hour</p></td><td><p>Restart, mostly by itself</p></td><td><p>Nobody</p></td></tr>
<tr><td><p>One gateway, longer</p></td><td><p>Power or modem on site</p></td><td><p>Field operations</p></td></tr>
<tr><td><p>More than five of one carrier</p></td><td><p>The carrier</p></td><td><p>Support calls, platform watches the backlog</p></td></tr>
</tbody></table>
<h2>Restart it from here</h2>
<ol><li><p>Find the serial number on the ticket.</p></li><li><p>Send the restart and wait two minutes.</p>
<ul><li><p>Green: close the ticket.</p></li><li><p>Red: call the site.</p></li></ul></li><li><p>Write down what you saw.</p></li></ol>
<pre><code>gateway restart HX-3-004711 --reason "silent for 95 minutes, carrier is fine, site has power" --notify field-operations@halden.example
# wait for: heartbeat received</code></pre>
<blockquote><p>Do not restart twice within ten minutes: the second one meets the modem while it is still looking for the network.</p></blockquote>
<h3>Before you go home</h3>
<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>The ticket says what was done</p></li>
<li data-type="taskItem" data-checked="false"><p>The site is called, or stands in tomorrow’s list</p></li></ul>
<hr><p>Questions go to the channel of the night shift. Fernwärmeübergabestationsüberwachungsprotokollzusammenfassung.</p>`

const titles = [
  'Restart a gateway',
  'Read a meter by hand',
  longTitle,
  'Close a ticket so that the next shift understands it',
  'Fernwärmeübergabestationsüberwachungsprotokollzusammenfassung',
  'Who to call at night',
  'قراءة العداد يدويًا عند انقطاع الشبكة',
  'Όταν η πύλη σωπαίνει',
  'Signal strength, what is enough',
  '🔧 Tools for the van',
  'SIM cards',
  'Firmware 3.2 in the field',
  'Antennas on metal roofs',
  'Water in the housing',
  'Changing a battery',
  'Seals and who may break them',
]

const tags = ['gateway', 'night shift', 'heartbeat', 'carrier outage', 'field operations']

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

export async function seedLibrary(db: Db, company: Company): Promise<Library> {
  const { owner } = company
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  const maria = await company.join({
    firstName: 'Maria-Luisa',
    lastName: 'Fernández de la Vega y Hohenlohe-Langenburg',
  })
  const { workspace, others } = await buildWorkspaces(db, company, [jonas, maria])
  const note = await htmlToNoteJson(runbookHtml)

  for (const [index, title] of titles.slice(1).toReversed().entries()) {
    await buildArticle(db, { workspace, title, author: index % 3 ? jonas : maria, publishedAt: daysAgo(index * 2 + 1) })
  }
  const article = await buildArticle(db, {
    workspace,
    title: titles[0],
    tags,
    textTabs: [
      { title: 'Note', note },
      { title: 'SQL queries for the night', slug: 'sql', text: 'select * from heartbeats' },
      { title: 'History', slug: 'history', text: 'First written after the storm.' },
    ],
    author: maria,
    publishedAt: daysAgo(41),
  })
  await buildBranch(db, workspace, article)
  await buildArticle(db, { workspace, title: 'Fax the carrier', isArchived: true })
  for (const [index, other] of others.entries()) {
    await buildArticle(db, { workspace: other, title: `Notes on ${other.title}`, publishedAt: daysAgo(index) })
  }
  await buildDrafts(db, { workspace, article, owner, company })
  return { workspace, article }
}

async function buildWorkspaces(db: Db, company: Company, [jonas, maria]: readonly [Person, Person]) {
  const { owner } = company
  const workspace = await buildWorkspace(db, {
    company,
    title: 'Support runbooks',
    description:
      'What to do when a meter, a gateway or a customer is silent. Read before the night shift, write after it.',
    visibility: 'organization',
    createdAt: daysAgo(210),
  })
  const others: BuiltWorkspace[] = []
  const rest = [
    { title: 'Gateway 3', visibility: 'organization', owner: jonas },
    {
      title: 'Installation guide for partners in the field',
      visibility: 'public',
      description: 'For everyone who mounts.',
    },
    { title: 'Platform', visibility: 'private', description: 'Ingest, storage, release.' },
    { title: `Customers: ${longTitle}`, visibility: 'organization', owner: maria },
    { title: 'Gateway 1', visibility: 'private', isArchived: true },
    {
      title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      visibility: 'private',
    },
    { title: 'Правила компании', visibility: 'organization', owner: maria },
    ...Array.from({ length: 14 }, (_, i) => ({ title: `Site ${i + 1}`, visibility: 'private' as const })),
  ] as const
  for (const [index, overrides] of rest.entries()) {
    const other = await buildWorkspace(db, { company, createdAt: daysAgo(200 - index * 9), ...overrides })
    others.push(other)
    if (index < 2) await setFavorite(db, { workspaceId: other.id, userId: owner.id }, true)
  }
  await grantWorkspaceRole(db, { workspace, user: jonas, role: 'editor' })
  return { workspace, others }
}

/** Four levels below one article. */
async function buildBranch(db: Db, workspace: BuiltWorkspace, root: BuiltArticle): Promise<void> {
  let parent = root
  for (const title of ['When the modem is dead', 'Replace the modem', 'Register the new modem with the carrier']) {
    await buildArticle(db, { workspace, parent, title: `Also: ${title.toLowerCase()}`, publishedAt: daysAgo(9) })
    parent = await buildArticle(db, { workspace, parent, title, publishedAt: daysAgo(7) })
  }
}

type DraftsInput = Library & { owner: Person; company: Company }

async function buildDrafts(db: Db, { workspace, article, owner, company }: DraftsInput): Promise<void> {
  await buildDraft(db, { original: article, author: owner, title: 'Restart a gateway, from here or on site' })
  await buildDraft(db, { workspace: null, company, author: owner, title: '' })
  for (const title of [...titles.slice(2, 8), ...Array.from({ length: 17 }, (_, i) => `Visit to site ${i + 1}`)]) {
    await buildDraft(db, { workspace, author: owner, title, updatedAt: daysAgo(3) })
  }
}

/** Meetings of every status. */
export async function seedMeetings(db: Db, company: Company, { workspace, article }: Library): Promise<void> {
  const { owner } = company
  const meetings = [
    { title: 'Gateways of the fjord, weekly', startAt: daysAgo(-3), recurrence: 'FREQ=WEEKLY' },
    { title: longTitle, startAt: daysAgo(-1), workspace: null },
    { title: 'Board, in the call', startAt: daysAgo(0), phase: 'recording' },
    { title: '', startAt: daysAgo(0), phase: 'transcribing', progress: 40 },
    { title: 'Restart a gateway', startAt: daysAgo(1), phase: 'finished', article },
    { title: 'Interview', startAt: daysAgo(2), phase: 'noShow', failure: { code: 'nobody_came', facts: {} } },
    {
      title: 'Readings are one hour late',
      startAt: daysAgo(3),
      phase: 'failed',
      failure: { code: 'lobby_timeout', facts: { botName: 'Knowreel', minutes: 10 } },
    },
  ] as const
  for (const meeting of meetings) await buildMeeting(db, { company, organizer: owner, workspace, ...meeting })
}
