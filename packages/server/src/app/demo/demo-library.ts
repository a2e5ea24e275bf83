/**
 * Reads the articles of the demo company. A file in `articles/` holds several: each begins with `# Title`, followed by
 * lines that begin with `@`, and its text.
 *
 *   @by ines its author
 *   @days 41 38 3 how many days ago it was created, published and last republished; for a draft and a previous
 *                           version one number, when it was saved
 *   @tags gateway, modem
 *   @key triage for links, `[text](article:triage)`, and for the lines below
 *   @under triage it is a sub-article of that article
 *   @again jonas who published it last, if not the author
 *   @icon 🚒
 *   @cover dusk             one of the provided covers
 *   @archived
 *   @draft-of triage drafts.md: the draft of a published article; missing tabs stay unchanged
 *   @in support drafts.md: where a new article will be published
 *   @was triage versions.md: a previous version of that article
 *   @tab SQL queries starts another text tab; @pinned for the one that is shown first
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { people, workspaces, type PersonKey, type WorkspaceKey } from './demo-company.ts'

export type DemoTab = { title: string; isPinned: boolean; markup: string }

export type DemoArticle = {
  title: string
  author: PersonKey
  days: readonly number[]
  tags: readonly string[]
  icon: string | null
  cover: string | null
  key: string | null
  parentKey: string | null
  republishedBy: PersonKey | null
  isArchived: boolean
  draftOf: string | null
  versionOf: string | null
  targetWorkspace: WorkspaceKey | null
  tabs: readonly DemoTab[]
}

export type DemoLibrary = {
  /** In the order of their workspace; parents before their children. */
  byWorkspace: ReadonlyMap<WorkspaceKey, readonly DemoArticle[]>
  personal: readonly DemoArticle[]
  drafts: readonly DemoArticle[]
  /** Oldest first for each article. */
  versions: readonly DemoArticle[]
}

const directory = path.join(import.meta.dirname, 'articles')

export function readLibrary(): DemoLibrary {
  return {
    byWorkspace: new Map(keysOf(workspaces).map((key) => [key, readArticleFolder(key)])),
    personal: readArticleFolder('personal'),
    drafts: readArticles('drafts.md'),
    versions: readArticles('versions.md'),
  }
}

/** The files of a folder, sorted by name. */
const readArticleFolder = (folder: string): DemoArticle[] =>
  readdirSync(path.join(directory, folder))
    .toSorted()
    .flatMap((name) => readArticles(path.join(folder, name)))

function readArticles(file: string): DemoArticle[] {
  const articles: string[][] = []
  let isCode = false
  for (const line of readFileSync(path.join(directory, file), 'utf8').split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && /^#(?: |$)/.test(line)) articles.push([])
    articles.at(-1)?.push(line)
  }
  return articles.map(readArticle)
}

function readArticle([head = '', ...lines]: string[]): DemoArticle {
  const title = head.slice(1).trim()
  const facts = new Map<string, string>()
  const tabs: { title: string; isPinned: boolean; lines: string[] }[] = []
  for (const line of lines) {
    const [, name, value = ''] = /^@([a-z-]+)(?: (.*))?$/.exec(line) ?? []
    const tab = tabs.at(-1)
    if (name === 'tab' || name === 'pinned') tabs.push({ title: value, isPinned: name === 'pinned', lines: [] })
    else if (name !== undefined && tab === undefined) facts.set(name, value)
    else if (tab !== undefined) tab.lines.push(line)
    else if (line.trim() !== '') tabs.push({ title: 'Note', isPinned: false, lines: [line] })
  }
  const person = (name: string) => parseKey(keysOf(people), facts.get(name), title)
  const by = person('by')
  if (by === null) throw new Error(`${title}: nobody wrote it`)
  return {
    title,
    author: by,
    days: facts.get('days')?.split(' ').map(Number) ?? [],
    tags: facts.get('tags')?.split(', ') ?? [],
    icon: facts.get('icon') ?? null,
    cover: facts.get('cover') ?? null,
    key: facts.get('key') ?? null,
    parentKey: facts.get('under') ?? null,
    republishedBy: person('again'),
    isArchived: facts.has('archived'),
    draftOf: facts.get('draft-of') ?? null,
    versionOf: facts.get('was') ?? null,
    targetWorkspace: parseKey(keysOf(workspaces), facts.get('in'), title),
    tabs: tabs.map((tab) => ({ title: tab.title, isPinned: tab.isPinned, markup: tab.lines.join('\n') })),
  }
}

function parseKey<Key extends string>(keys: readonly Key[], value: string | undefined, title: string): Key | null {
  if (value === undefined) return null
  const found = keys.find((key) => key === value)
  if (found === undefined) throw new Error(`${title}: there is no ${value}`)
  return found
}

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[]
