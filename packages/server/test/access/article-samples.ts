/** Sample requests of articles, their versions and the trash, for world.ts. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { Subjects } from './subjects.ts'

type Things = Pick<Subjects, 'company' | 'workspace' | 'article' | 'deletedArticle'>

export const articleSamples = {
  'article.get': ({ article }: Things) => ({ params: { id: article.shortId }, query: { draft: '1' } }),
  'article.list': () => ({ query: { page: '1' } }),
  'article.previews': ({ article }: Things) => ({ query: { ids: article.id } }),
  'article.backlinks': ({ article }: Things) => ({ params: { id: article.shortId } }),
  'article.notes': ({ article }: Things) => ({ params: { id: article.id } }),
  'article.duplicate': ({ article }: Things) => ({ body: { articleId: article.shortId } }),
  'article.merge': ({ article }: Things) => ({ body: { articleId: article.id, targetId: article.shortId } }),
  'article.remove': ({ article }: Things) => ({ params: { id: article.id } }),
  'article.save': ({ article }: Things) => ({
    params: { id: article.id },
    body: { title: 'Saved', tags: ['meter'], isPublish: true, isKeepDraft: false, isNotification: false },
  }),
  'article.retryRendition': ({ article }: Things) => ({ params: { id: article.id } }),
  'article.saveDraft': ({ article }: Things) => ({
    params: { id: article.id },
    body: { title: 'Draft', tags: ['meter'], textTabs: [{ id: newKey(), title: 'Checklist', text: '<p>One</p>' }] },
  }),
  'article.setArchived': ({ article }: Things) => ({ body: { articleIds: [article.id], isArchived: true } }),
  'article.transfer': ({ company, workspace, article }: Things) => ({
    params: { id: article.id },
    body: { companyId: company.id, workspaceId: workspace.id },
  }),
  'articleVersion.get': ({ workspace, article }: Things) => ({
    params: { ws: workspace.shortId, id: article.id, version: '1' },
  }),
  'articleVersion.list': ({ workspace, article }: Things) => ({ params: { ws: workspace.id, id: article.shortId } }),
  'articleVersion.remove': ({ workspace, article }: Things) => ({
    params: { ws: workspace.id, id: article.id, version: '1' },
  }),
  'article.videos': ({ article }: Things) => ({ params: { id: article.id } }),
  'trash.list': ({ workspace }: Things) => ({ params: { id: workspace.shortId }, query: { page: '1' } }),
  'trash.restore': ({ deletedArticle }: Things) => ({ params: { id: deletedArticle.id } }),
}
