/**
 * Files whose content differs from their type, under names that are payloads: what is stored is an image, or is never
 * displayed.
 */
import { attachmentName } from '@knowreel/shared/file/attachment-name.ts'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { xssPayloads } from '../../test/xss/xss-payloads.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildArchive } from '../import-export/archive.fixture.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { listStoredFiles, upload } from './file.fixture.ts'
import { animatedPicture, picture } from './image/picture.fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: company.owner }) })
const token = await server.signIn(company.owner, company)
const bring = (name: string, bytes: Uint8Array) =>
  upload(server, 'image', { name, bytes, articleId: article.id }, token)
const attach = (name: string, bytes: Uint8Array) =>
  upload(server, 'file-attachment', { name, bytes, articleId: article.id }, token)

const script = '<script>window.__pwned(1)</script>'
const html = Buffer.from(`<!doctype html><html><body>${script}</body></html>`)

/** Adds a PNG chunk that is not image data after the header. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(named), 4)
  const chunk = Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** Adds a JPEG segment that is not image data after the start. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

test('a file that is an image and something else is stored as the image only', async () => {
  const [png, jpeg, gif, webp] = await Promise.all([
    picture('png'),
    picture('jpeg'),
    animatedPicture('gif'),
    animatedPicture('webp'),
  ])
  const zip = await buildArchive({ 'page.html': html })
  const both: Record<string, Buffer> = {
    'words in a PNG': withChunk(png, 'tEXt', Buffer.concat([Buffer.from('Comment\0'), html])),
    'a profile in a PNG': withChunk(png, 'iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(html)])),
    'an unknown part of a PNG': withChunk(png, 'xsSs', html),
    'a comment in a JPEG': withSegment(jpeg, 0xfe, html),
    'a JPEG that begins as a PDF': withSegment(jpeg, 0xfe, Buffer.from(`%PDF-1.7\n${script}`)),
    'an APP1 of a JPEG': withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), html])),
    'a page behind a JPEG': Buffer.concat([jpeg, html]),
    'an archive behind a GIF': Buffer.concat([gif, zip]),
    'a page behind a GIF': Buffer.concat([gif, html]),
    'an archive behind a WebP': Buffer.concat([webp, zip]),
    'XMP in a WebP': await sharp(webp, { animated: true }).withXmp(`<x>${script}</x>`).webp().toBuffer(),
    'Exif in a JPEG': await sharp(jpeg)
      .withExif({ IFD0: { Copyright: script, Artist: script } })
      .jpeg()
      .toBuffer(),
  }
  for (const [what, bytes] of Object.entries(both)) {
    const { ok, status } = await bring('both.html', bytes)
    expect(status, what).toBe(200)
    const shown = await fetch(`${server.url}${ok.signedUrl}`)
    expect(shown.headers.get('content-type'), what).toMatch(/^image\/(?:png|jpeg|gif|webp)$/)
    const kept = Buffer.from(await shown.arrayBuffer())
    for (const left of ['__pwned', 'PK\u0003\u0004', '%PDF'])
      expect(kept.includes(Buffer.from(left, 'latin1')), `${what}: ${left}`).toBe(false)
  }
})

test('a file that starts like an image and is none leaves nothing', async () => {
  const before = await listStoredFiles(server)
  const png = await picture('png')
  const none: Record<string, Buffer> = {
    'a script as a GIF': Buffer.from('GIF89a=1;window.__pwned(1)//'),
    'a page behind the sign of a PNG': Buffer.concat([png.subarray(0, 8), html]),
    'a page behind the sign of a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]),
    'a page behind the sign of a WebP': Buffer.concat([Buffer.from('RIFF\u0040\0\0\0WEBPVP8 ', 'latin1'), html]),
    'a drawing that was packed': deflateSync(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)),
    'a drawing with a declaration': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`,
    ),
    'a drawing behind a mark': Buffer.from(
      `\ufeff<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned(1)"/>`,
    ),
    'a PostScript file': Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
    'a list of ImageMagick': Buffer.from('push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "/etc/passwd"\n'),
    'a text as a picture': Buffer.from('text:/etc/passwd'),
    'a bitmap': Buffer.from('BM\u0046\0\0\0\0\0\0\0\u0036\0\0\0', 'latin1'),
  }
  for (const [what, bytes] of Object.entries(none)) {
    const { status, error } = await bring('picture.png', bytes)
    expect([status, error.code], what).toEqual([422, 'not_an_image'])
  }
  expect(await listStoredFiles(server)).toEqual(before)
})

/** One-pixel frames, as many as a file of this size can hold. */
function gifOfFrames(count: number): Buffer {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])])
}

test('an image with very many frames is refused before they are decoded', async () => {
  const before = await listStoredFiles(server)
  const { status, error } = await bring('frames.gif', gifOfFrames(1_000_000))
  expect([status, error.code]).toEqual([422, 'image_too_many_pixels'])
  expect(await listStoredFiles(server)).toEqual(before)
  expect((await bring('frames.gif', gifOfFrames(3))).status).toBe(200)
})

const savable = /^[^<>:"|?*/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u

test('every payload as the name of an image or attachment becomes a name that can be saved', async () => {
  const png = await picture('png')
  for (const payload of xssPayloads) expect(attachmentName(`${payload}.html`), payload).toMatch(savable)
  for (const [index, payload] of xssPayloads.filter((_payload, at) => at % 12 === 0).entries()) {
    const { ok, status, error } = await attach(`${payload}.html`, html.subarray(0, 20))
    expect(status, `${payload}: ${JSON.stringify(error)}`).toBe(200)
    expect(ok.name, payload).toMatch(savable)
    const answer = await fetch(`${server.url}${ok.signedUrl}`)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition'), payload).toMatch(
      /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.~!%-]+$/,
    )
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    await answer.arrayBuffer()
    if (index % 5 !== 0) continue
    const shown = await bring(payload, png)
    expect(shown.status, payload).toBe(200)
    const row = await db.selectFrom('files').where('id', '=', shown.ok.id).select('name').executeTakeFirst()
    expect(row?.name, payload).toMatch(savable)
  }
})
