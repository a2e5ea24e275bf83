import { expect, it } from 'vitest'
import { connectionError, errorFromResponse } from './api/api-error.ts'
import { shouldRetry } from './query-client.ts'

it('retries what may succeed a moment later, at most twice', () => {
  expect([0, 1, 2].map((failures) => shouldRetry(failures, connectionError()))).toEqual([true, true, false])
  expect(shouldRetry(0, errorFromResponse(503, '', {}))).toBe(true)
})

it.each([400, 401, 403, 404, 409, 422, 429, 500])('does not retry a response of %i', (status) => {
  expect(shouldRetry(0, errorFromResponse(status, '', {}))).toBe(false)
})
