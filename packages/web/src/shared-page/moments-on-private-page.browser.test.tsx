import { expect, it } from 'vitest'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, expectVisible, heading, person } from '../../test/person.ts'
import { aWorkspace } from '../../test/samples.ts'
import { buildArticle } from '../article/edit/draft/draft.fixture.ts'
import { createComment } from '../comment/comment.fixture.ts'

it('leads from the moment of a comment to the recording', async () => {
  const paragraphs = paragraphsToWire(
    [{ id: 'p1', title: 'Roof', tags: [], isExpanded: true, map: [{ videoId: 'v1', in: 0, dur: 6000 }], items: [] }],
    () => 'roof',
  )
  const article = buildArticle({ isDraft: false, workspace: aWorkspace(), duration: 6000, paragraphs })
  const comment = createComment('1', {
    articleId: article.id,
    timestamp: 2000,
    isTimed: true,
    anchor: { paragraphId: 'p1', videoId: 'v1', videoTime: 2000, time: 2000 },
  })
  await openPage('/b/shared/the-token/private?at=notes', {
    width: 1440,
    height: 900,
    answers: {
      'sharedBrowse.openPrivate': {
        article,
        workspace: { title: 'Support runbooks' },
        company: { title: 'Brightmeter', logo: null, isPaid: true },
        children: [],
        workspacePath: null,
      },
      'comment.count': { commentsCount: 1 },
      'comment.list': { comments: [{ comment, profileImage: null }], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
    },
  })
  await expectVisible(heading('Escalation policy', 1))
  await person.click(button('1 comment', { exact: true }))
  await person.click(button('Play from 0:02'))
  await expect.poll(() => new URLSearchParams(location.search).get('at')).toBe('video')
})
