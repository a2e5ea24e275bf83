import { formatDigestHeader, formatRangeHeader, uploadLimits } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { jobServices } from '../../../test/job-services.ts'
import { buildMember } from '../../company/company.builder.ts'
import { newFileKey } from '../../platform/files/index.ts'
import { createPartAddresses } from './part-address.ts'
import { sweepParts } from './sweep-video-parts.ts'
import { setUpVideoUploads, secret } from './video-upload.fixture.ts'

const { server, db, origin, files, company, newPart, put, accept, originalOf, jobsOf, keysOf } =
  await setUpVideoUploads()

const offsetOf = async (address: string) => {
  const answer = await fetch(origin + address, { method: 'HEAD' })
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset')), headers: answer.headers }
}
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')

/** Sends this many bytes of a part and then breaks the connection. */
async function putAndBreak(address: string, bytes: Uint8Array, total: number, headers: Record<string, string> = {}) {
  const request = httpRequest(origin + address, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(total), ...headers },
  })
  request.on('error', () => undefined)
  await new Promise((resolve) => request.write(bytes, resolve))
  // Bytes that the server has not read yet are lost with the connection.
  await delay(500)
  request.destroy()
}

describe('a part', () => {
  const bytes = randomBytes(3_000_000)

  test('is stored before it is acknowledged, and HEAD returns its length', async () => {
    const { id, url } = await newPart()
    expect(await offsetOf(url)).toMatchObject({ status: 200, offset: 0 })
    const answer = await put(url, bytes, { 'repr-digest': formatDigestHeader(sha256(bytes)) })
    expect([answer.status, await answer.json()]).toEqual([200, { id, size: bytes.length }])
    const { offset, headers } = await offsetOf(url)
    expect(offset).toBe(bytes.length)
    expect(headers.get('upload-complete')).toBe('?1')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(headers.get('repr-digest')).toBe(formatDigestHeader(sha256(bytes)))
  })

  test('may be sent again with the same bytes, and not with others', async () => {
    const { url } = await newPart()
    expect((await put(url, bytes)).status).toBe(200)
    expect((await put(url, bytes)).status).toBe(200)
    const rest = { 'content-range': formatRangeHeader({ first: 1_000_000, total: bytes.length }) }
    expect((await put(url, bytes.subarray(1_000_000), rest)).status).toBe(200)
    for (const others of [randomBytes(3_000_000), bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
      const answer = await put(url, others)
      expect([answer.status, await codeOf(answer)]).toEqual([409, 'part_differs'])
    }
    const { id: accepted } = (await accept([new URL(url, origin).pathname.split('/')[2] ?? ''])).ok
    expect(bytes.equals((await originalOf(accepted)).bytes ?? Buffer.of())).toBe(true)
  })

  test('keeps what arrived before a broken connection and resumes from there', async () => {
    const { id, url } = await newPart()
    await putAndBreak(url, bytes.subarray(0, 2_000_000), bytes.length)
    await vi.waitFor(async () => expect((await offsetOf(url)).offset).toBe(2_000_000))
    expect((await offsetOf(url)).headers.get('upload-complete')).toBe('?0')
    expect((await accept([id])).error).toMatchObject({ code: 'part_missing', parts: [id] })
    const answer = await put(url, bytes.subarray(2_000_000), {
      'content-range': formatRangeHeader({ first: 2_000_000, total: bytes.length }),
      'repr-digest': formatDigestHeader(sha256(bytes)),
    })
    expect(answer.status).toBe(200)
    const { id: video } = (await accept([id])).ok
    expect(bytes.equals((await originalOf(video)).bytes ?? Buffer.of())).toBe(true)
  })

  test('resumes only from bytes that have arrived', async () => {
    const { url } = await newPart()
    await putAndBreak(url, bytes.subarray(0, 1000), bytes.length)
    await vi.waitFor(async () => expect((await offsetOf(url)).offset).toBe(1000))
    const answer = await put(url, bytes.subarray(2000), {
      'content-range': formatRangeHeader({ first: 2000, total: bytes.length }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'part_offset', offset: 1000 }])
  })

  test('that does not match its checksum is refused and starts over', async () => {
    const { url } = await newPart()
    const wrong = await put(url, bytes, { 'repr-digest': formatDigestHeader(sha256(randomBytes(5))) })
    expect([wrong.status, await codeOf(wrong)]).toEqual([422, 'part_damaged'])
    expect((await offsetOf(url)).offset).toBe(0)
    expect((await put(url, bytes, { 'repr-digest': formatDigestHeader(sha256(bytes)) })).status).toBe(200)
  })

  test('has at most 50,000,000 bytes, and that many are accepted', { timeout: 60_000 }, async () => {
    const { url } = await newPart()
    const most = Buffer.alloc(uploadLimits.partBytes, 'x')
    const refused = await put(url, Buffer.concat([most, Buffer.from('x')])).catch(() => null)
    if (refused !== null) expect(refused.status).toBe(413)
    expect((await offsetOf(url)).offset).toBe(0)
    expect((await put(url, most)).status).toBe(200)
  })

  test('consists of bytes and states their number', async () => {
    const { url } = await newPart()
    expect((await put(url, bytes, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await put(url, bytes, { 'content-range': 'bytes 0-5/*' })).status).toBe(400)
    expect((await put(url, bytes, { 'repr-digest': 'md5=:abc=:' })).status).toBe(400)
    expect((await put(url, Buffer.of())).status).toBe(400)
    const request = httpRequest(origin + url, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
    })
    request.end('abc')
    const [answer] = (await once(request, 'response')) as [{ statusCode: number }]
    expect(answer.statusCode).toBe(400)
  })

  test('that is swept while it arrives is not acknowledged', async () => {
    const { id, url } = await newPart()
    const request = httpRequest(origin + url, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'content-length': '2000000' },
    })
    const answer = once(request, 'response') as Promise<[{ statusCode: number }]>
    request.write(bytes.subarray(0, 1_000_000))
    await delay(300)
    await db.deleteFrom('video_parts').where('id', '=', id).execute()
    request.end(bytes.subarray(1_000_000, 2_000_000))
    expect((await answer)[0].statusCode).toBe(404)
  })

  test('that is resent while a dead connection still holds it continues immediately', async () => {
    const { url } = await newPart()
    const stuck = httpRequest(origin + url, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
    })
    stuck.on('error', () => undefined)
    await new Promise((resolve) => stuck.write(bytes.subarray(0, 500_000), resolve))
    await delay(50)
    expect((await put(url, bytes)).status).toBe(200)
    stuck.destroy()
  })
})

describe('a URL', () => {
  test('has a URL that is valid for this part only, and for 24 hours', async () => {
    const { url, id } = await newPart()
    const other = await newPart()
    for (const wrong of [url.replace(/sig=.{4}/, 'sig=AAAA'), url.replace(/exp=\d/, 'exp=9'), `/uploads/${id}`]) {
      expect((await put(wrong, Buffer.from('x'))).status).toBe(403)
      expect((await offsetOf(wrong)).status).toBe(403)
    }
    expect((await put(url.replace(id, other.id), Buffer.from('x'))).status).toBe(403)
    const dayMs = 86_400_000
    const signed = (ago: number) => createPartAddresses(secret, () => Date.now() - ago).sign(id)
    expect((await offsetOf(signed(dayMs + 2000))).status).toBe(403)
    expect((await offsetOf(signed(dayMs - 60_000))).status).toBe(200)
  })

  test('gets a new URL for its owner, and for nobody else', async () => {
    const { id } = await newPart()
    expect((await newPart({ id })).id).toBe(id)
    const other = await server.signIn(await buildMember(db, company), company)
    expect((await server.call('videoUpload.url', { query: { id } }, other)).status).toBe(404)
    expect((await server.call('videoUpload.url', { query: { after: id } }, other)).status).toBe(404)
  })

  test(
    'is refused once its person is no active member, also in the middle of a part',
    { timeout: 20_000 },
    async () => {
      const leaver = await buildMember(db, company)
      const { url } = await newPart({}, await server.signIn(leaver, company))
      const under = httpRequest(origin + url, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream', 'content-length': '1000000' },
      })
      under.on('error', () => undefined)
      const ended = once(under, 'response').then(([answer]) => (answer as { statusCode: number }).statusCode)
      under.write(Buffer.alloc(1000))
      await delay(100)
      await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', leaver.id).execute()
      const since = performance.now()
      expect((await offsetOf(url)).status).toBe(404)
      expect((await put(url, Buffer.from('x'))).status).toBe(404)
      const trickle = setInterval(() => under.write('x'), 100)
      expect(await ended.finally(() => clearInterval(trickle))).toBe(404)
      expect(performance.now() - since).toBeLessThan(5000)
      under.destroy()
    },
  )
})

test('a part requested twice after the same one is one part, unless it was completed', async () => {
  const first = await newPart()
  await put(first.url, randomBytes(10))
  const [second, again] = [await newPart({ after: first.id }), await newPart({ after: first.id })]
  expect(again.id).toBe(second.id)
  await put(second.url, randomBytes(10))
  const third = await newPart({ after: first.id })
  expect(third.id).not.toBe(second.id)
  await put(third.url, randomBytes(10))
  const { id } = (await accept([first.id, third.id])).ok
  expect(await jobsOf(id)).toEqual(['join-video-parts'])
})

test('unfinished uploads per person are limited', async () => {
  const refusalWith = async (parts: number, size: number | null) => {
    const collector = await buildMember(db, company)
    const file_key = newFileKey('originals', 'application/octet-stream')
    await db
      .insertInto('video_parts')
      .values(
        Array.from({ length: parts }, (_, start) => ({
          id: crypto.randomUUID(),
          company_id: company.id,
          user_id: collector.id,
          file_key,
          start,
          size,
          created_at: new Date(Date.now() - 120_000),
        })),
      )
      .execute()
    const answer = await server.call('videoUpload.url', {}, await server.signIn(collector, company))
    return answer.status === 200 ? 'none' : [answer.status, answer.error.code]
  }
  const tooMany = [429, 'too_many_uploads']
  expect(await refusalWith(uploadLimits.parts, 1), 'by number').toEqual(tooMany)
  const most = (3 * uploadLimits.totalBytes) / uploadLimits.partBytes
  expect(await refusalWith(most, uploadLimits.partBytes), 'by size').toEqual(tooMany)
  expect(await refusalWith(most, null), 'by what may still come').toEqual(tooMany)
  expect(await refusalWith(most - 1, null)).toBe('none')
})

describe('after seven days', () => {
  const dayMs = 86_400_000
  test('what nobody accepted is removed, and what became a recording stays', async () => {
    const forgotten = await newPart()
    await put(forgotten.url, randomBytes(1000))
    const broken = await newPart()
    await putAndBreak(broken.url, randomBytes(1000), 5000)
    const kept = await newPart()
    const bytes = randomBytes(1000)
    await put(kept.url, bytes)
    const { id } = (await accept([kept.id])).ok
    const stray = newFileKey('originals', 'application/octet-stream')
    await files.put(stray, Buffer.from('of a company that is gone'))

    const keys = await keysOf([forgotten.id, broken.id])
    const services = jobServices(db, { files })
    const early = await sweepParts(services, { now: new Date(Date.now() + 6.9 * dayMs) })
    expect(early).toEqual({ files: 0, strays: 0 })
    expect((await offsetOf(forgotten.url)).offset).toBe(1000)
    await sweepParts(services, { now: new Date(Date.now() + 7.1 * dayMs) })
    expect((await offsetOf(forgotten.url)).status).toBe(404)
    expect((await offsetOf(broken.url)).status).toBe(404)
    expect(bytes.equals((await originalOf(id)).bytes ?? Buffer.of())).toBe(true)
    const rows = await db.selectFrom('video_parts').where('id', 'in', [forgotten.id, broken.id]).select('id').execute()
    expect(rows).toEqual([])
    for (const key of [...keys, stray]) expect(await files.find(key)).toBeNull()
  })
})
