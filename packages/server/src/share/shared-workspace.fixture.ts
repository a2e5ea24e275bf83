/** An article with everything that a page shows, its stored files, and the people around it; for tests. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { newFileKey, openFileStorage } from '../platform/files/index.ts'
import { testSecret, type TestServer } from '../../test/server.ts'
import { buildArticle, type BuiltArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildFile, noteWithFiles } from '../file/file.builder.ts'
import type { BuiltUser } from '../user/user.builder.ts'
import { buildVideo } from '../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole, type BuiltWorkspace } from '../workspace/workspace.builder.ts'

export type SharedWorkspace = {
  readonly company: BuiltCompany
  readonly owner: BuiltUser
  readonly viewer: BuiltUser
  /** A member of the company without a role in the workspace. */
  readonly colleague: BuiltUser
  readonly workspace: BuiltWorkspace
  readonly article: BuiltArticle
  readonly image: string
  readonly attachment: string
  /** The owner's session token. */
  readonly token: string
}

/** The workspace is private. */
export async function buildSharedWorkspace(server: TestServer): Promise<SharedWorkspace> {
  const { db } = server
  const company = await buildCompany(db)
  const [owner, viewer, colleague] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
  ]
  const workspace = await buildWorkspace(db, { company, owner, title: 'Secret plans' })
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
  const put = async (key: string, bytes: string) => {
    await files.put(key as Parameters<typeof files.put>[0], Buffer.from(bytes))
    return key
  }
  const logo = await put(newFileKey('images', 'image/png'), 'a logo')
  const photo = await put(newFileKey('images', 'image/png'), 'a photo')
  await db.updateTable('companies').set({ logo }).where('id', '=', company.id).execute()
  await db.updateTable('users').set({ profile_image: photo }).where('id', '=', owner.id).execute()
  const video = await buildVideo(db, company, {
    main_key: await put(newFileKey('videos', 'video/mp4'), 'a recording'),
    duration: 9000,
  })
  const poster = await put(newFileKey('images', 'image/webp'), 'a poster')
  await db.updateTable('videos').set({ poster_key: poster }).where('id', '=', video).execute()
  const image = await buildFile(db, { company, owner })
  const attachment = await buildFile(db, { company, owner }, { kind: 'attachment', name: 'Plan.pdf' })
  const article = await buildArticle(db, {
    workspace,
    author: owner,
    title: 'Restart a gateway',
    paragraphs: [
      { id: newKey(), title: 'Roof', tags: [], isExpanded: true, map: wholeRecording(video, 9000), items: [] },
    ],
    textTabs: [{ text: 'Wait two minutes.' }, { note: noteWithFiles(image, attachment) }],
  })
  for (const { id, key } of [image, attachment]) {
    await put(key, 'bytes')
    await db.insertInto('file_places').values({ file_id: id, article_id: article.id }).execute()
  }
  await files.close()
  const token = await server.signIn(owner, company)
  return {
    company,
    owner,
    viewer,
    colleague,
    workspace,
    article,
    image: image.path,
    attachment: attachment.path,
    token,
  }
}

type OpenRequest = {
  readonly token: string
  readonly isPrivate?: boolean
  readonly pass?: string
  readonly by?: string
}

/** Opens the page and returns the URL of every kind of file that it shows. */
export async function openAllFiles(
  server: TestServer,
  { image, attachment }: Pick<SharedWorkspace, 'image' | 'attachment'>,
  { token, isPrivate = false, pass, by }: OpenRequest,
): Promise<Record<'logo' | 'photo' | 'rendition' | 'poster' | 'picture' | 'attachment', string>> {
  const { article, company } = isPrivate
    ? (await server.call('sharedBrowse.openPrivate', { params: { token } }, by)).ok
    : (await server.call('sharedBrowse.open', { params: { token }, query: { ...(pass !== undefined && { pass }) } })).ok
  const asked = { token, isPrivate, ...(pass !== undefined && { pass }) }
  const picture = await server.call('sharedBrowse.imageUrl', { body: { ...asked, path: image } }, by)
  const file = await server.call('sharedBrowse.attachmentUrl', { body: { ...asked, path: attachment } }, by)
  const found = {
    logo: company.logo,
    photo: article.author?.profileImage,
    rendition: article.rendition?.url,
    poster: article.rendition?.posterUrl,
    picture: picture.ok.signedUrl,
    attachment: file.ok.signedUrl,
  }
  for (const [kind, address] of Object.entries(found)) if (typeof address !== 'string') throw new Error(`No ${kind}`)
  return found as Record<keyof typeof found, string>
}

/** The status of every URL. */
export const fetchAll = async (server: TestServer, addresses: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(addresses).map(async ([kind, address]) => {
        const response = await fetch(server.url + address)
        await response.arrayBuffer()
        return [kind, response.status] as const
      }),
    ),
  )
