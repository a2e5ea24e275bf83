import { expect, it } from 'vitest'
import { articleRouteParams } from './article-route.ts'

it('leads to the article itself, whatever paragraph or tab of another one is open', () => {
  const params = articleRouteParams({ shortId: 'w2', slug: 'guide' }, { shortId: 'a2', slug: 'start-here' })
  expect(params).toStrictEqual({
    workspaceId: 'w2',
    workspaceSlug: 'guide',
    articleId: 'a2',
    articleSlug: 'start-here',
    part: undefined,
    tab: undefined,
  })
})
