/** The articles that a person opened last in this browser, per company. */
import { readSetting, writeSetting } from '../platform/browser-storage.ts'

import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'

export type RecentArticle = Pick<ArticleSummary, 'id' | 'title' | 'shortId' | 'slug' | 'duration' | 'workspace'> &
  // Articles remembered earlier have none.
  Partial<Pick<ArticleSummary, 'icon'>> & {
    readonly url: string
    readonly openedAt?: string
  }

const maxArticles = 8
const keyOf = (owner: string) => `knowreel.recent:${owner}`

export function readRecentArticles(owner: string): RecentArticle[] {
  try {
    const read: unknown = JSON.parse(readSetting(keyOf(owner)) ?? '[]')
    return Array.isArray(read) ? read.filter(isRecentArticle).slice(0, maxArticles) : []
  } catch {
    return []
  }
}

export function rememberArticle(owner: string, article: RecentArticle): void {
  const others = readRecentArticles(owner).filter(({ id }) => id !== article.id)
  const opened = { ...article, openedAt: new Date().toISOString() }
  writeSetting(keyOf(owner), JSON.stringify([opened, ...others].slice(0, maxArticles)))
}

const isRecentArticle = (value: unknown): value is RecentArticle =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'title', 'shortId', 'slug', 'url'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  ) &&
  typeof (value as Record<string, unknown>)['workspace'] === 'object'
