/** A workspace whose articles are published with recordings. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { makeNumberedVideo, makeTestFolder, mediaToolPaths } from '../../../test/video-files.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { newFileKey } from '../../platform/files/index.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'

type PieceOf = readonly [videoId: string, from: number, dur: number]

export const paragraph = (...pieces: readonly PieceOf[]) => {
  let total = 0
  const pm = pieces.map(([videoId, videoTime, dur]) => ({ totalTime: (total += dur) - dur, videoTime, videoId }))
  return { id: newKey(), title: 'Wiring', duration: total, pm }
}

export async function setUpRenditions() {
  // Encoding takes longer on a busy machine.
  vi.setConfig({ testTimeout: 60_000 })

  const server = await startTestServer({ roles: ['api', 'collab', 'worker'], config: mediaToolPaths })
  const { db } = server
  const company = await buildCompany(db)
  const [author, admin, editor, viewer] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
  ]
  const workspace = await buildWorkspace(db, { company, owner: admin })
  await grantWorkspaceRole(db, { workspace, user: author, role: 'editor' })
  await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const token = await server.signIn(author, company)
  const tokens = {
    admin: await server.signIn(admin, company),
    editor: await server.signIn(editor, company),
    viewer: await server.signIn(viewer, company),
  }

  const folder = await makeTestFolder()
  await makeNumberedVideo(path.join(folder, 'a.mp4'), { seconds: 3 })
  await makeNumberedVideo(path.join(folder, 'b.mp4'), { seconds: 3, from: 1000 })

  const stored = (key: string) => path.join(server.dataDirectory, 'files', key)

  async function upload(name: 'a' | 'b', uploadName: string | null = null): Promise<string> {
    const main_key = newFileKey('recordings', 'video/mp4')
    await mkdir(path.dirname(stored(main_key)), { recursive: true })
    await copyFile(path.join(folder, `${name}.mp4`), stored(main_key))
    return buildVideo(db, company, { userId: author.id, duration: 3000, main_key, name: uploadName })
  }

  type Body = Parameters<typeof server.call<'article.save'>>[1]['body']
  const publish = async (id: string, body: Body = {}) =>
    (await server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, token)).ok.article
  const publishNew = (pieces: readonly PieceOf[], title = 'Replace a meter') =>
    publish('new', { title, workspace: workspace.id, paragraphs: [paragraph(...pieces)] })
  const read = async (id: string, by = token) => (await server.call('article.get', { params: { id } }, by)).ok.article
  const downloads = (id: string, by = token) => server.call('article.videos', { params: { id } }, by)

  async function rendered(id: string) {
    await vi.waitFor(async () => expect((await read(id)).rendition).not.toBeNull(), { timeout: 40_000, interval: 100 })
    const { rendition } = await read(id)
    if (rendition === null) throw new Error('There is no rendition')
    return rendition
  }

  const save = (url: string, by: Record<string, string> = {}) => fetch(new URL(url, server.url), { headers: by })

  return {
    server,
    db,
    workspace,
    token,
    tokens,
    folder,
    stored,
    upload,
    publish,
    publishNew,
    read,
    downloads,
    rendered,
    save,
  }
}
