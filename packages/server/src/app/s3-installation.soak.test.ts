/** The whole lifecycle of files in an installation that stores them on S3: none of it may need the data folder. */
import { formatRangeHeader } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { startS3Server } from '../../test/servers/s3-server.ts'
import { startTestServer } from '../../test/server.ts'
import { aac, ffmpeg, h264, makeTestFolder, mediaToolPaths, mediaTools, tone } from '../../test/video-files.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { upload } from '../file/file.fixture.ts'
import { picture } from '../file/image/picture.fixture.ts'
import { sweepFiles } from '../file/index.ts'
import { removeUnusedVideos, sweepVideoParts } from '../video/index.ts'
import { sweepVideoFiles } from '../video/pipeline/index.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const s3 = await startS3Server()
const folder = await makeTestFolder()
const server = await startTestServer({
  roles: ['api', 'collab', 'worker'],
  config: { s3: { ...s3.settings, prefix: 'halden/' }, ...mediaToolPaths },
})
afterAll(() => s3.stop())
const { db, url: origin, dataDirectory, jobs } = server
const company = await buildCompany(db)
const admin = await buildMember(db, company, { role: 'admin' })
const token = await server.signIn(admin, company)

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const namesBelow = (name: string) => [...s3.objects.keys()].filter((one) => one.startsWith(`halden/${name}/`))
const ask = async (address: string | null, headers: Record<string, string> = {}) => {
  const answer = await fetch(origin + (address ?? '/nothing'), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const settle = (what: () => Promise<void> | void) => vi.waitFor(what, { timeout: 40_000, interval: 200 })

async function makeRecording(): Promise<Buffer> {
  const file = path.join(folder, 'recording.mp4')
  // Noise compresses badly: the result is more than one piece of a growing file.
  const noise = ['-f', 'lavfi', '-t', '2', '-i', 'testsrc2=size=640x360:rate=30,noise=alls=100:allf=t']
  await ffmpeg(...noise, ...tone(2), ...h264, '-qp', '4', ...aac, file)
  return readFile(file)
}

async function uploadRecording(recording: Buffer): Promise<string> {
  const half = Math.floor(recording.length / 2)
  const first = (await server.call('videoUpload.url', { query: {} }, token)).ok
  await putAndBreak(first.url, recording.subarray(0, half - 100_000), half)
  const offset = Number((await fetch(origin + first.url, { method: 'HEAD' })).headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(0)
  const range = { 'content-range': formatRangeHeader({ first: offset, total: half }) }
  expect(await put(first.url, recording.subarray(offset, half), range)).toBe(200)
  const second = (await server.call('videoUpload.url', { query: { after: first.id } }, token)).ok
  expect(await put(second.url, recording.subarray(half))).toBe(200)
  const before = s3.requests.length
  const { id } = (await server.call('videoUpload.accept', { body: { parts: [first.id, second.id] } }, token)).ok
  // Accepting moves no bytes: the job may already read, but nothing is written.
  expect(s3.requests.slice(before).filter((one) => /^(PUT|POST) .*originals/.test(one))).toEqual([])
  return id
}

const put = async (address: string, bytes: Uint8Array, headers: Record<string, string> = {}) => {
  const type = { 'content-type': 'application/octet-stream' }
  const sent = { method: 'PUT', headers: { ...type, ...headers }, body: bytes as BodyInit }
  return (await fetch(origin + address, sent)).status
}

async function putAndBreak(address: string, bytes: Uint8Array, total: number): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(total) }
  const request = httpRequest(origin + address, { method: 'PUT', headers })
  request.on('error', () => undefined)
  await new Promise((resolve) => request.write(bytes, resolve))
  await delay(300)
  request.destroy()
}

test(
  'a recording is uploaded through a broken line, worked on, played by ranges, and leaves',
  { timeout: 120_000 },
  async () => {
    const recording = await makeRecording()
    expect(recording.length).toBeGreaterThan(9_000_000)
    const id = await uploadRecording(recording)
    expect(namesBelow('originals').length).toBeGreaterThan(1)

    const status = async () => (await server.call('videoUpload.status', { params: { id } }, token)).ok
    await settle(async () => {
      const { status: state, steps } = await status()
      expect(state).toBe('finished')
      expect(steps.filter((step) => step.status !== 'done')).toEqual([])
    })
    const { video } = await status()
    const whole = await ask(video?.url ?? null)
    const { main_key } = await db.selectFrom('videos').where('id', '=', id).select('main_key').executeTakeFirstOrThrow()
    expect(hashOf(whole.bytes)).toBe(hashOf(s3.objects.get(`halden/${main_key}`)?.bytes ?? Buffer.of()))
    const part = await ask(video?.url ?? null, { range: 'bytes=1000000-1999999' })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000000-1999999/${whole.bytes.length}`,
    ])
    expect(hashOf(part.bytes)).toBe(hashOf(whole.bytes.subarray(1_000_000, 2_000_000)))
    expect((await ask(video?.posterUrl ?? null)).bytes.length).toBeGreaterThan(1000)
    const asked = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', origin + (video?.url ?? '')]
    const { stdout } = await promisify(execFile)(mediaTools.ffprobe, asked)
    expect(Number(stdout)).toBeCloseTo(2, 0)

    // The folder contains only temporary working copies.
    expect(readdirSync(path.join(dataDirectory, 'files'))).toEqual(['drafts'])

    await db.deleteFrom('videos').where('id', '=', id).execute()
    const longAgo = new Date(Date.now() - 30 * 86_400_000)
    await db.updateTable('video_parts').set({ updated_at: longAgo }).execute()
    for (const stored of s3.objects.values()) stored.modifiedAt = longAgo
    for (const job of [removeUnusedVideos, sweepVideoFiles, sweepVideoParts]) await jobs.enqueue(db, job, {})
    await settle(() => expect([...namesBelow('originals'), ...namesBelow('recordings')]).toEqual([]))
    await settle(async () => expect((await ask(video?.url ?? null)).status).toBe(404))
  },
)

test('a picture is stored, shown, replaced and removed', async () => {
  const png = (bytes: number) => {
    const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([head, Buffer.alloc(bytes)])
  }
  const save = async (bytes: Buffer) => {
    const logo = `data:image/png;base64,${bytes.toString('base64')}`
    return (await server.call('company.update', { body: { title: 'Halden', logo } }, token)).ok.company.logo
  }
  const first = await save(png(100))
  expect((await ask(first)).bytes).toEqual(png(100))
  const second = await save(png(200))
  expect([(await ask(first)).status, (await ask(second)).bytes]).toEqual([404, png(200)])
  expect(namesBelow('logos')).toHaveLength(1)
  await server.call('company.update', { body: { title: 'Halden', isLogoDeleted: true } }, token)
  expect(namesBelow('logos')).toEqual([])
  expect(existsSync(path.join(dataDirectory, 'files/logos'))).toBe(false)
})

test(
  'a picture and an attachment of a note are brought, shown in sizes, saved by ranges, and swept',
  { timeout: 60_000 },
  async () => {
    const workspace = await buildWorkspace(db, { company, owner: admin })
    const { id: articleId } = await buildArticle(db, { workspace })
    const bring = { articleId, name: 'Roof.png', bytes: await picture('png', 1200, 800) }
    const image = (await upload(server, 'image', bring, token)).ok
    expect([image.width, (await ask(image.signedUrl)).headers.get('content-type')]).toEqual([1200, 'image/png'])
    await settle(() => expect(namesBelow('thumbnails')).toHaveLength(2))
    const small = await server.call('image.url', { body: { path: image.url, width: 300 } }, token)
    expect((await ask(small.ok.signedUrl)).headers.get('content-type')).toBe('image/webp')

    const bytes = randomBytes(12_000_000)
    const file = (await upload(server, 'file-attachment', { articleId, name: 'Plan.bin', bytes }, token)).ok
    expect(file.size).toBe(bytes.length)
    const part = await ask(file.signedUrl, { range: 'bytes=9000000-9000009' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(9_000_000, 9_000_010)])

    const longAgo = new Date(Date.now() - 40 * 86_400_000)
    await db.updateTable('files').set({ created_at: longAgo, checked_at: longAgo, unused_since: longAgo }).execute()
    await jobs.enqueue(db, sweepFiles, {})
    const left = () => [...s3.objects.keys()].filter((name) => !name.endsWith('probe'))
    await settle(() => expect(left()).toEqual([]))
    // The folder may contain only files in progress.
    expect(readdirSync(path.join(dataDirectory, 'files'))).toEqual(['drafts'])
  },
)

test('while the storage is unavailable, people are asked to wait, and everything resumes when it is back', async () => {
  expect((await server.call('health.health', {})).ok).toMatchObject({ files: 'ok' })
  const part = (await server.call('videoUpload.url', { query: {} }, token)).ok
  s3.fail({ how: 'answer', status: 403, code: 'AccessDenied' }, (asked) => asked.startsWith('PUT halden/originals'))
  expect(await put(part.url, Buffer.alloc(1000, 'x'))).toBe(503)
  expect(await put(part.url, Buffer.alloc(1000, 'x'))).toBe(200)
})
