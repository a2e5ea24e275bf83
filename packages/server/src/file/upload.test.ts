import { isAttachmentPath, isImagePath } from '@knowreel/shared/file/file.rules.ts'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { listStoredFiles, upload } from './file.fixture.ts'
import { animatedPicture, picture } from './image/picture.fixture.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, viewer] = [await buildMember(db, company), await buildMember(db, company)]
const elsewhere = await buildCompany(db)
const workspace = await buildWorkspace(db, { company, owner })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const article = await buildArticle(db, { workspace })
const tokens = {
  owner: await server.signIn(owner, company),
  viewer: await server.signIn(viewer, company),
  stranger: await server.signIn(elsewhere.owner, elsewhere),
}

const bring = (name: string, bytes: Uint8Array, articleId = article.shortId) =>
  upload(server, 'image', { name, bytes, articleId }, tokens.owner)
const attach = (name: string, bytes: Uint8Array, articleId = article.id) =>
  upload(server, 'file-attachment', { name, bytes, articleId }, tokens.owner)
const get = (address: string) => fetch(`${server.url}${address}`)
const bytesAt = async (address: string) => Buffer.from(await (await get(address)).arrayBuffer())
const rows = () =>
  db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/** Refused uploads leave neither a row nor a byte. */
async function leavesNothing(work: () => Promise<unknown>) {
  const before = [await rows(), await listStoredFiles(server)]
  await work()
  expect([await rows(), await listStoredFiles(server)]).toEqual(before)
}

describe('an uploaded image', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('as %s is shown by its signed address', async (format) => {
    const { status, ok } = await bring('Roof', await picture(format, 60, 40))
    expect(status, JSON.stringify(ok)).toBe(200)
    expect(ok).toMatchObject({ width: 60, height: 40 })
    expect(isImagePath(ok.url)).toBe(true)
    const shown = await get(ok.signedUrl)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe(`image/${format}`)
    expect(shown.headers.get('content-disposition')).toBe('inline')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    const metadata = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ format, width: 60, height: 40 })
    expect((await get(ok.url)).status).toBe(403)
    const row = await db.selectFrom('files').where('id', '=', ok.id).selectAll().executeTakeFirstOrThrow()
    const bytes = await bytesAt(ok.signedUrl)
    expect(row).toMatchObject({
      company_id: company.id,
      owner_id: owner.id,
      kind: 'image',
      name: 'Roof',
      size: bytes.length,
    })
    expect(row.sha256?.equals(createHash('sha256').update(bytes).digest())).toBe(true)
  })

  test.each(['gif', 'webp'] as const)('keeps moving as %s', async (format) => {
    const { ok } = await bring('moving', await animatedPicture(format))
    expect(ok).toMatchObject({ width: 30, height: 20 })
    const metadata = await sharp(await bytesAt(ok.signedUrl), { animated: true }).metadata()
    expect(metadata).toMatchObject({ format, pages: 3, width: 30, pageHeight: 20 })
  })

  test('is rotated as its metadata says, and reveals nothing about where it was taken', async () => {
    const taken = await sharp(await picture('jpeg', 60, 40))
      .withExif({
        IFD0: { Make: 'Camera', Copyright: 'Ines' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const { ok } = await bring('taken.jpg', taken)
    expect(ok).toMatchObject({ width: 40, height: 60 })
    const kept = await bytesAt(ok.signedUrl)
    const metadata = await sharp(kept).metadata()
    expect(metadata).toMatchObject({ width: 40, height: 60 })
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    for (const word of ['GPS', 'Camera', 'Ines', 'Exif']) expect(kept.includes(word), word).toBe(false)
  })

  test('is recognized by its content, whatever its name', async () => {
    expect((await bring('notes.html', await picture('png'))).status).toBe(200)
    const script = '<script>alert(1)</script>'
    const refused: Record<string, Uint8Array> = {
      'page.png': Buffer.from(`<!doctype html>${script}`),
      'drawing.png': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'head-only.gif': Buffer.from(`GIF89a/*${script}*/`),
      'scan.tiff': await sharp(await picture())
        .tiff()
        .toBuffer(),
      'scan.avif': await sharp(await picture())
        .avif()
        .toBuffer(),
      'paper.pdf': Buffer.from('%PDF-1.7\n'),
      'cut.png': (await picture('png', 200, 200)).subarray(0, 60),
      'cut.jpg': (await picture('jpeg', 400, 400)).subarray(0, 300),
      empty: Buffer.alloc(0),
    }
    await leavesNothing(async () => {
      for (const [name, bytes] of Object.entries(refused)) {
        const { status, error } = await bring(name, bytes)
        expect([status, error.error, error.code], name).toEqual([422, 'Only images are allowed', 'not_an_image'])
      }
    })
  })

  test('carries no second file after its end', async () => {
    const hidden = Buffer.from('<script>alert("behind the picture")</script>')
    const { ok } = await bring('both.png', Buffer.concat([await picture('png'), hidden]))
    expect((await bytesAt(ok.signedUrl)).includes(hidden)).toBe(false)
  })

  test('has at most 20,000,000 bytes', { timeout: 60_000 }, async () => {
    const small = await picture('jpeg')
    const padded = (length: number) => Buffer.concat([small, Buffer.alloc(length - small.length)])
    expect((await bring('large.jpg', padded(20_000_000))).status).toBe(200)
    await leavesNothing(async () => {
      const { status, error } = await bring('larger.jpg', padded(20_000_001))
      expect([status, error.error]).toEqual([413, 'The maximum allowed image size is 20MB'])
    })
  })

  test('does not decode into more pixels than a page could show', async () => {
    await leavesNothing(async () => {
      for (const [width, height] of [
        [50_000, 50_000],
        [30_000, 10],
        [15_000, 15_000],
      ] as const) {
        const { status, error } = await bring('bomb.png', pngOfZeros(width, height))
        expect([status, error.code], `${width} × ${height}`).toEqual([422, 'image_too_many_pixels'])
      }
    })
  })

  test('is allowed for articles and drafts that its uploader may edit', async () => {
    const bytes = await picture()
    const draft = await buildDraft(db, { original: article })
    const own = await buildDraft(db, { workspace: null, company, author: owner })
    for (const id of [draft.id, draft.shortId, own.id]) expect((await bring('roof.png', bytes, id)).status).toBe(200)
    const as = (token: string | null, articleId = article.id) =>
      upload(server, 'image', { name: 'roof.png', bytes, articleId }, token)
    await leavesNothing(async () => {
      expect((await as(tokens.viewer)).status).toBe(403)
      expect((await as(tokens.viewer, own.id)).status).toBe(404)
      expect((await as(tokens.stranger)).status).toBe(404)
      expect((await as(null)).status).toBe(401)
      for (const id of ['new', 'unknown', '00000000-0000-0000-0000-000000000000'])
        expect((await bring('roof.png', bytes, id)).status, id).toBe(404)
    })
  })

  test('may arrive from many people concurrently', { timeout: 30_000 }, async () => {
    const bytes = await picture('png', 1500, 1000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => bring('roof.png', bytes)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ ok }) => ok.url)).size).toBe(12)
  })
})

describe('an uploaded attachment', () => {
  test('of any kind is offered for download and never displayed', async () => {
    const script = '<script>alert(1)</script>'
    for (const [name, bytes] of Object.entries({
      'page.html': Buffer.from(`<!doctype html>${script}`),
      'drawing.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'roof.png': await picture(),
      'empty.txt': Buffer.alloc(0),
    })) {
      const { ok, status } = await attach(name, bytes)
      expect(status, name).toBe(200)
      expect(isAttachmentPath(ok.url)).toBe(true)
      expect(ok).toMatchObject({ name, ext: name.split('.')[1], size: bytes.length })
      expect(Math.abs(Date.now() - Date.parse(ok.time))).toBeLessThan(60_000)
      const answer = await get(ok.signedUrl)
      expect(answer.headers.get('content-type')).toBe('application/octet-stream')
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  test('has a name that cannot mislead', async () => {
    const names = {
      '../../etc/passwd': 'passwd',
      'C:\\Users\\ines\\plan.pdf': 'plan.pdf',
      'invoice\u202Efdp.exe': 'invoicefdp.exe',
      'Übersicht “Dach”.pdf': 'Übersicht “Dach”.pdf',
    }
    for (const [given, name] of Object.entries(names)) {
      const { ok } = await attach(given, Buffer.from('x'))
      expect(ok.name, given).toBe(name)
      const disposition = (await get(ok.signedUrl)).headers.get('content-disposition') ?? ''
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(name)
    }
  })

  test('has at most 50,000,000 bytes', { timeout: 60_000 }, async () => {
    const exact = await attach('large.bin', Buffer.alloc(50_000_000))
    expect(exact.ok).toMatchObject({ size: 50_000_000 })
    await leavesNothing(async () => {
      const { status, error } = await attach('larger.bin', Buffer.alloc(50_000_001))
      expect([status, error.error]).toEqual([413, 'The maximum allowed file size is 50MB'])
    })
  })

  test('leaves nothing when its connection breaks midway', async () => {
    await leavesNothing(async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.write(
        `POST /api/file-attachment/upload?articleId=${article.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.owner}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n' +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
      )
      socket.write(Buffer.alloc(1_000_000))
      await vi.waitFor(async () =>
        expect((await listStoredFiles(server)).some((one) => one.startsWith('drafts'))).toBe(true),
      )
      socket.destroy()
      await vi.waitFor(async () =>
        expect(await listStoredFiles(server)).not.toContainEqual(expect.stringMatching(/^drafts/)),
      )
      await delay(50)
    })
  })

  test('is refused if its uploader lost access to the article during the upload', async () => {
    const lost = await buildDraft(db, { workspace: null, company, author: owner })
    await leavesNothing(async () => {
      const body = new ReadableStream({
        async start(controller) {
          const encoder = new TextEncoder()
          controller.enqueue(
            encoder.encode('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nfirst half'),
          )
          await vi.waitFor(async () =>
            expect(await db.selectFrom('files').where('stored_at', 'is', null).selectAll().execute()).toHaveLength(1),
          )
          await db.updateTable('articles').set({ deleted_at: new Date() }).where('id', '=', lost.id).execute()
          controller.enqueue(encoder.encode('second half\r\n--b--\r\n'))
          controller.close()
        },
      })
      const answer = await fetch(`${server.url}/api/file-attachment/upload?articleId=${lost.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.owner}`, 'content-type': 'multipart/form-data; boundary=b' },
        body,
        duplex: 'half',
      } as RequestInit)
      expect(answer.status).toBe(404)
    })
  })
})

test('a form without a file, and one for a call that accepts none, are refused', async () => {
  const send = (address: string, form: FormData) =>
    fetch(`${server.url}/api${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.owner}` },
      body: form,
    })
  const form = new FormData()
  form.append('file', 'no file but a field')
  for (const kind of ['image', 'file-attachment']) {
    const answer = await send(`/${kind}/upload?articleId=${article.id}`, form)
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'Please choose a file' }])
    const none = await server.call(
      `${kind === 'image' ? 'image' : 'fileAttachment'}.upload`,
      { query: { articleId: article.id } },
      tokens.owner,
    )
    expect(none.error.code).toBe('file_missing')
  }
  const wrong = await send('/article/merge', form)
  expect([wrong.status, await wrong.json()]).toMatchObject([415, { code: 'wrong_media_type' }])
})

/** A well-formed PNG of one colour, small as a file. */
function pngOfZeros(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * Math.min(height, 500)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
