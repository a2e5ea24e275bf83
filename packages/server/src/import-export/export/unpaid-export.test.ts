/** Content is never held back for non-payment: the owner exports it, and does nothing else with it. */
import { expect, test } from 'vitest'
import { StreamClient } from '../../../test/clients/stream-client.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { waitForJob } from '../import-export-job.fixture.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server

test(
  'the owner of an unpaid company exports workspaces and articles, also as PDF; others do not',
  { timeout: 60_000 },
  async () => {
    const company = await buildCompany(db, { isBilling: true })
    const workspace = await buildWorkspace(db, { company, owner: company.owner, visibility: 'organization' })
    const article = await buildArticle(db, { workspace, title: 'Roof plan' })
    const owner = await server.signIn(company.owner, company)
    const admin = await server.signIn(await buildMember(db, company, { role: 'admin' }), company)
    const body = { format: 'markdown' } as const
    const ofWorkspace = { params: { id: workspace.id }, body }
    const ofArticle = { params: { id: article.id }, body }

    const started = await server.call('importExport.exportWorkspace', ofWorkspace, owner)
    const { result } = await waitForJob(server, owner, started.ok.job.id)
    const archive = await fetch(new URL(result?.url ?? '', server.url))
    expect(archive.status).toBe(200)
    await archive.arrayBuffer()
    expect((await server.call('importExport.exportArticle', ofArticle, owner)).status).toBe(200)
    expect((await server.call('importExport.listJobs', {}, owner)).ok.jobs).toHaveLength(2)

    const ticketOf = async (token: string) => (await server.call('session.ticket', {}, token)).ok.token
    const pdf = new StreamClient(server.url, 'generate-pdf', await ticketOf(owner))
    await pdf.send({ type: 'start', data: { articleId: article.id, textTabId: null } })
    expect(await pdf.closed).toMatchObject({ code: 3001 })
    const document = pdf.received.at(-1)?.data as { url: string } | undefined
    expect((await fetch(new URL(document?.url ?? '', server.url))).status).toBe(200)
    const refusedPdf = new StreamClient(server.url, 'generate-pdf', await ticketOf(admin))
    expect(await refusedPdf.closed).not.toMatchObject({ code: 3001 })

    const refused = [
      server.call('importExport.exportWorkspace', ofWorkspace, admin),
      server.call('importExport.listJobs', {}, admin),
      server.call('article.get', { params: { id: article.id } }, owner),
    ]
    for (const { status, error } of await Promise.all(refused))
      expect([status, error.code]).toEqual([403, 'company_not_paid'])
  },
)
