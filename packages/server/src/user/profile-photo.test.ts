import sharp from 'sharp'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany } from '../company/company.builder.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const company = await buildCompany(server.db)
const token = await server.signIn(company.owner, company)

const photo = readFileSync(new URL('../app/demo/photos/ines.jpg', import.meta.url))
const dataUrl = (bytes: Buffer, type = 'image/jpeg') => `data:${type};base64,${bytes.toString('base64')}`
const save = (body: Record<string, unknown>) => server.call('user.updateMe', { body }, token)
const refusal = async (image: string) => {
  const { status, error } = await save({ userProfileImage: image, firstName: 'Nobody' })
  return { status, errors: error.errors }
}
const keptKey = async () => {
  const row = await server.db
    .selectFrom('users')
    .where('id', '=', company.owner.id)
    .select('profile_image')
    .executeTakeFirst()
  return row?.profile_image ?? null
}
const filesRemoved = async () => {
  const { rows } = await sql<{ key: string }>`
    select data->>'key' as key from pgboss.job where name = 'remove-file' and state = 'completed'
  `.execute(server.db)
  return rows.map(({ key }) => key)
}

test('a photo is stored, served to its owner, replaced and removed, and leaves no file behind', async () => {
  const { user } = (await save({ userProfileImage: dataUrl(photo) })).ok
  const address = user.profileImage
  expect(user.profileImagePreview).toBe(address)
  const served = await fetch(`${server.url}${address}`)
  expect(served.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await served.arrayBuffer())).toEqual(photo)
  const first = await keptKey()

  await save({ userProfileImage: dataUrl(photo) })
  await expect.poll(filesRemoved, { timeout: 10_000 }).toEqual([first])
  const second = await keptKey()
  expect((await save({ isUserProfileImageDeleted: true })).ok.user.profileImage).toBeNull()
  await expect.poll(filesRemoved, { timeout: 10_000 }).toContain(second)
  expect((await fetch(`${server.url}${address}`)).status).not.toBe(200)
})

const blank = (width: number) =>
  sharp({ create: { width, height: 1, channels: 3, background: 'white' } })
    .png()
    .toBuffer()

test.each([
  ['text that calls itself a picture', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png')],
  ['a picture of another kind', dataUrl(Buffer.from('GIF89a............'), 'image/gif')],
  ['a JPEG without a picture in it', dataUrl(photo.subarray(0, 30))],
  ['a PNG that ends within its head', dataUrl(Buffer.from('iVBORw0KGgoAAAAN', 'base64'))],
  ['a picture with an edge of more than 10,000 pixels', dataUrl(await blank(10_001))],
  ['an address elsewhere', 'https://example.com/photo.jpg'],
])('%s is refused, and nothing else of the form is saved', async (_, image) => {
  expect(await refusal(image)).toEqual({
    status: 422,
    errors: [{ field: 'userProfileImage', message: 'Not allowed file format' }],
  })
  expect((await server.call('user.me', {}, token)).ok.user.firstName).toBe(company.owner.firstName)
})

test('a picture of more than 3 MB is refused with a message, and a much larger one is not even read', async () => {
  const large = Buffer.concat([photo, Buffer.alloc(3_000_001 - photo.length)])
  expect(await refusal(dataUrl(large))).toEqual({
    status: 422,
    errors: [{ field: 'userProfileImage', message: 'File size should be less than 3 MB' }],
  })
  const huge = await save({ userProfileImage: 'x'.repeat(5_000_000) })
  expect(huge.status).toBe(413)
  expect(huge.error.error).toBe('The request is too large')
})
