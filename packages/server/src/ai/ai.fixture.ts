/** A server with a model, a company that uses it, and an article to write in. */
import { afterAll, onTestFinished } from 'vitest'
import { StreamClient } from '../../test/clients/stream-client.ts'
import { startTestServer, testSecret } from '../../test/server.ts'
import { startModelServer } from '../../test/servers/model-server.ts'
import { mediaToolPaths } from '../../test/video-files.ts'
import { buildArticle } from '../article/article.builder.ts'
import { fileArticles } from '../article/index.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { noAiModels, type AiModels } from '../platform/config/ai-models.ts'
import { openFileStorage } from '../platform/files/index.ts'
import { openMedia } from '../platform/media/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { openAi } from './open-ai.ts'
import type { ModelTimes } from './model/watchdog.ts'

const times: ModelTimes = { firstMs: 1500, silenceMs: 1000, totalMs: 10_000 }

export async function startAiServer({ hasModel = true, hasEmbeddings = false } = {}) {
  const model = await startModelServer()
  afterAll(() => model.close())
  const endpoint = { baseUrl: model.url, apiKey: 'key-of-installation', model: 'test-model' }
  const models: AiModels = {
    ...noAiModels,
    text: hasModel ? endpoint : null,
    image: hasModel ? endpoint : null,
    embedding: hasEmbeddings ? { ...endpoint, model: 'test-embedding' } : null,
    allowedHosts: [new URL(model.url).host],
  }
  const server = await startTestServer({ aiTimes: times, config: { ai: models } })
  const { db } = server
  const company = await buildCompany(db, { isAiEnabled: true })
  const author = await buildMember(db, company)
  const viewer = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner: author, visibility: 'private', title: 'Runbooks' })
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const article = await buildArticle(db, {
    workspace,
    author,
    title: 'Restart the gateway',
    textTabs: [{ text: 'Hold the button for ten seconds.' }],
  })
  const token = await server.signIn(author, company)
  const tokens = {
    author: token,
    viewer: await server.signIn(viewer, company),
    owner: await server.signIn(company.owner, company),
  }

  async function connect(stream: string, by = token): Promise<StreamClient> {
    const ticket = (await server.call('session.ticket', {}, by)).ok.token
    const client = new StreamClient(server.url, stream, ticket)
    onTestFinished(() => client.ws.terminate())
    return client
  }
  const setAi = (isEnabled: boolean) =>
    db.updateTable('companies').set({ is_ai_enabled: isEnabled }).where('id', '=', company.id).execute()
  const usages = () =>
    db.selectFrom('ai_usages').selectAll().where('company_id', '=', company.id).orderBy('created_at').execute()

  /** Outside the server: for its list of streams, and for what jobs do. */
  async function openAiAlone() {
    return openAi({
      db,
      models,
      secret: testSecret,
      times,
      live: null,
      files: await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret }),
      media: openMedia(mediaToolPaths),
      enqueue: server.jobs.enqueue,
      articles: fileArticles,
      passages: { find: async () => [], listVisible: async () => new Set() },
      reviewStates: async () => new Map(),
      generationStatusOf: async () => ({ status: 'none', progress: 0 }),
      isRateLimited: false,
    })
  }

  return {
    openAiAlone,
    server,
    db,
    model,
    company,
    author,
    viewer,
    workspace,
    article,
    tokens,
    connect,
    setAi,
    usages,
  }
}

/** Everything that a stream sent, and how it ended. */
export async function finish(client: StreamClient) {
  const { code, reason } = await client.closed
  const deltas = client.received.flatMap(({ data }) => {
    const { delta } = (data ?? {}) as { delta?: string }
    return delta === undefined ? [] : [delta]
  })
  const result = client.received.find(({ type }) => type === 'result')?.data as never
  return { code, reason, text: deltas.join(''), result: result as Record<string, never> | undefined }
}
