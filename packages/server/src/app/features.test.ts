import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { checkFeatures } from './features.ts'

type Features = Parameters<typeof checkFeatures>[0]

const features = () =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, calls]) => [name, { calls, handlers: {}, policy: {} }]),
  ) as unknown as Features

test('startup fails if the calls of a feature are not served', () => {
  expect(() => checkFeatures(features())).not.toThrow()
  const { tag: _, ...withoutTags } = features()
  expect(() => checkFeatures(withoutTags as Features)).toThrow('The calls of "tag" are not served')
})

test('a process without the API role serves only its health check', async () => {
  const server = await startTestServer({ roles: ['worker'] })
  expect((await server.call('health.health', {})).ok.status).toBe('ok')
  expect((await fetch(`${server.url}/api/user/me`)).status).toBe(404)
})
