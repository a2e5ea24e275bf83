import { AppError } from '@knowreel/shared/error/app-error.ts'
import { PassThrough } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { isMultipart, readMultipartFile } from './read-multipart-file.ts'

const contentType = 'multipart/form-data; boundary=----between'

/** A request whose body arrives in chunks of this size. */
function requestOf(body: Buffer | string, pieceBytes = 65_536, type = contentType): IncomingMessage {
  const stream = new PassThrough() as unknown as PassThrough & { headers: Record<string, string> }
  stream.headers = { 'content-type': type }
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += pieceBytes) stream.write(bytes.subarray(at, at + pieceBytes))
  stream.end()
  return stream as unknown as IncomingMessage
}

async function read(body: Buffer | string, pieceBytes?: number) {
  const file = await readMultipartFile(requestOf(body, pieceBytes))
  if (file === null) return null
  return { name: file.name, content: await buffer(file.content) }
}

const refused = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

/** A form as a browser sends it. */
async function formOf(name: string, content: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([Uint8Array.from(content)]), name)
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) }
}

describe('a file in a form', () => {
  test.each([1, 2, 3, 7, 64, 1000, 1_000_000])(
    'is the same whole, arriving in pieces of %i bytes',
    async (pieceBytes) => {
      const content = Buffer.from('\r\n--\r\n------betwee\r\n-----between\0ÿ'.repeat(20))
      const { type, body } = await formOf('Roof “plan”.pdf', content, { before: 'x', after: 'y' })
      const file = await readMultipartFile(requestOf(body, pieceBytes, type))
      expect(file?.name).toBe('Roof “plan”.pdf')
      expect(file !== null && (await buffer(file.content)).equals(content)).toBe(true)
    },
  )

  test('may be empty, and may end with line breaks of its own', async () => {
    const form = (content: string) =>
      `------between\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n------between--\r\n`
    expect(await read(form(''))).toEqual({ name: 'a.txt', content: Buffer.from('') })
    expect(await read(form('\r\n\r\n'), 1)).toEqual({ name: 'a.txt', content: Buffer.from('\r\n\r\n') })
  })

  test('has the name that its sender gives, whatever it is', async () => {
    const form = (disposition: string) =>
      `------between\r\ncontent-disposition: ${disposition}\r\n\r\nx\r\n------between--`
    const nameOf = async (disposition: string) => (await read(form(disposition)))?.name
    expect(await nameOf('form-data; name="file"; filename="a%22b.txt"')).toBe('a"b.txt')
    expect(await nameOf('form-data; name=file; filename=plain.txt')).toBe('plain.txt')
    expect(await nameOf('form-data; name="file"; filename="a\\"b.txt"')).toBe('a"b.txt')
    expect(await nameOf(`form-data; name="file"; filename*=UTF-8''%E2%82%AC.txt`)).toBe('€.txt')
    // RFC 7578 forbids the encoded name, so the plain one counts.
    expect(await nameOf(`form-data; name="file"; filename="x"; filename*=UTF-8''%E2%82%AC.txt`)).toBe('x')
    expect(await nameOf(`form-data; name="file"; filename="x"; filename*=UTF-8''%ff`)).toBe('x')
    expect(await nameOf('form-data; name="file"; filename="../../etc/passwd"')).toBe('../../etc/passwd')
  })

  test('is null if the form has no such file part', async () => {
    const part = (disposition: string) => `------between\r\nContent-Disposition: ${disposition}\r\n\r\nx\r\n`
    expect(await read(`${part('form-data; name="other"; filename="a"')}------between--`)).toBeNull()
    expect(await read(`${part('form-data; name="file"')}------between--`)).toBeNull()
    expect(await read('------between--')).toBeNull()
  })
})

describe('an invalid form', () => {
  const head = '------between\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

  test('is refused if it ends early', async () => {
    const whole = `${head}content\r\n------between--`
    for (let length = 0; length < whole.length; length++)
      expect(await refused(read(whole.slice(0, length))), String(length)).toBe('unreadable_request')
  })

  test('is accepted if only its last bytes are missing', async () => {
    const form = `${head}content\r\n------between--\r\nepilogue`
    expect(await read(form, 1)).toEqual({ name: 'a.txt', content: Buffer.from('content') })
  })

  test('is refused if endless fields follow its file', async () => {
    const field = `------between\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'y'.repeat(200_000)}\r\n`
    expect(await refused(read(`${head}content\r\n${field}------between--`))).toBe('unreadable_request')
  })

  test('is refused if the sender disconnects, before or within the file', async () => {
    const before = requestOf('')
    before.destroy()
    expect(await refused(readMultipartFile(before))).toBe('unreadable_request')
    const stream = new PassThrough()
    const request = Object.assign(stream, { headers: { 'content-type': contentType } }) as unknown as IncomingMessage
    stream.write(`${head}content`)
    const file = await readMultipartFile(request)
    stream.destroy()
    expect(await refused(buffer(file?.content ?? stream))).toBe('unreadable_request')
  })

  test('is refused without a valid boundary', async () => {
    for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`])
      expect(await refused(readMultipartFile(requestOf('', 10, type)))).toBe('unreadable_request')
  })

  test('is refused with endless headers or fields', async () => {
    const lines = `------between\r\n${'X-Line: y\r\n'.repeat(20_000)}`
    expect(await refused(read(lines))).toBe('unreadable_request')
    const field = `------between\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'y'.repeat(200_000)}\r\n${head}x\r\n------between--`
    expect(await refused(read(field))).toBe('unreadable_request')
    expect(await refused(read('y'.repeat(200_000)))).toBe('unreadable_request')
  })
})

test('a form is recognised by its content type', () => {
  expect(isMultipart(contentType)).toBe(true)
  expect(isMultipart('Multipart/Form-Data;boundary=x')).toBe(true)
  expect(isMultipart('multipart/form-database')).toBe(false)
  expect(isMultipart('application/json; x=multipart/form-data')).toBe(false)
  expect(isMultipart(undefined)).toBe(false)
})
