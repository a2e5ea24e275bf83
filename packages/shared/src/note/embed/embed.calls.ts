import * as z from 'zod'
import { call, may } from '../../catalogue/call.ts'
import { anyId } from '../../catalogue/wire.ts'
import { MAX_EMBED_URL } from './embed-providers.ts'

export const embedCalls = {
  title: call({
    method: 'GET',
    path: '/embed/title',
    summary: 'The title of a page that a note may embed, as its site names it',
    /** Of the article or draft whose note will contain it: only its authors make the server contact other sites. */
    allow: may('file.upload', 'query.articleId'),
    query: z.strictObject({ articleId: anyId, url: z.string().min(1).max(MAX_EMBED_URL) }),
    /** Null if the page cannot be embedded, or its site does not say. */
    response: z.object({ title: z.string().nullable() }),
    rateLimit: { max: 60, windowMs: 60_000 },
  }),
}
