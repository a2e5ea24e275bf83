import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { refetchAllNotifications, notificationsQuery, readAllMutation, readMutation } from './notification.queries.ts'
import { createNotification } from './notification.fixture.ts'

type Answer = { notifications: Notification[]; count: number; time: number }

// Test files share the modules of their worker: this one reloads them with its mock, and the next one without.
const calls = vi.hoisted(() => {
  vi.resetModules()
  return { list: vi.fn(), read: vi.fn(), readAll: vi.fn() }
})
vi.mock('../platform/api/api.ts', () => ({ api: { notification: calls } }))
afterAll(() => {
  vi.doUnmock('../platform/api/api.ts')
  vi.resetModules()
})

const owner = 'ines:halden'
let client: QueryClient
let answer: Answer

beforeEach(() => {
  vi.resetAllMocks()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  answer = { notifications: [createNotification('a'), createNotification('b')], count: 2, time: 100 }
  calls.list.mockImplementation(async () => answer)
  calls.read.mockResolvedValue({ success: true })
  calls.readAll.mockResolvedValue({ success: true })
})

const ask = () => client.fetchQuery({ ...notificationsQuery(owner), staleTime: 0 })
const known = () => {
  const list = client.getQueryData(notificationsQuery(owner).queryKey)
  return { count: list?.count, isNew: Object.fromEntries((list?.items ?? []).map(({ id, isNew }) => [id, isNew])) }
}
const read = (id: string) => new MutationObserver(client, readMutation(client, owner)).mutate(id)
const readAll = () => new MutationObserver(client, readAllMutation(client, owner)).mutate()
const refused = new ApiError({ message: 'Connection error', status: null })

it('fetches all at first, then what is new since the last response', async () => {
  await ask()
  answer = { notifications: [createNotification('c')], count: 3, time: 120 }
  await ask()
  expect(calls.list.mock.calls.map(([request]) => request as unknown)).toEqual([
    { query: { t: undefined } },
    { query: { t: 100 } },
  ])
  expect(known()).toEqual({ count: 3, isNew: { a: true, b: true, c: true } })
})

it('fetches the whole list again, so that withdrawn notifications disappear', async () => {
  await ask()
  answer = { notifications: [createNotification('b')], count: 1, time: 120 }
  await refetchAllNotifications(client, owner)
  await ask()
  expect(calls.list).toHaveBeenLastCalledWith({ query: { t: undefined } }, expect.anything())
  expect(known()).toEqual({ count: 1, isNew: { b: true } })
})

it('keeps the lists of other people and companies separate', async () => {
  await ask()
  expect(client.getQueryData(notificationsQuery('ines:aalborg').queryKey)).toBeUndefined()
})

it('keeps the list when a fetch fails', async () => {
  await ask()
  calls.list.mockRejectedValueOnce(refused)
  await expect(ask()).rejects.toBe(refused)
  expect(known().count).toBe(2)
})

it('shows one as read before the server has responded', async () => {
  await ask()
  let answerRead: (value: unknown) => void = () => {}
  calls.read.mockReturnValueOnce(new Promise((resolve) => (answerRead = resolve)))
  const reading = read('a')
  await vi.waitFor(() => expect(known()).toEqual({ count: 1, isNew: { a: false, b: true } }))
  // A fetch in the meantime must not make it new again.
  await ask()
  expect(known()).toEqual({ count: 1, isNew: { a: false, b: true } })
  expect(calls.list).toHaveBeenCalledTimes(1)
  answerRead({ success: true })
  await reading
})

it('makes it new again if the server refuses to mark it', async () => {
  await ask()
  calls.read.mockRejectedValueOnce(refused)
  await expect(read('a')).rejects.toBe(refused)
  expect(known()).toEqual({ count: 2, isNew: { a: true, b: true } })
  calls.readAll.mockRejectedValueOnce(refused)
  await expect(readAll()).rejects.toBe(refused)
  expect(known()).toEqual({ count: 2, isNew: { a: true, b: true } })
})

it('reverts only the failed one of two marks', async () => {
  await ask()
  calls.read.mockRejectedValueOnce(refused)
  await Promise.allSettled([read('a'), read('b')])
  expect(known()).toEqual({ count: 1, isNew: { a: true, b: false } })
})

it('marks all as read, including those that the list does not contain', async () => {
  answer = { ...answer, count: 250 }
  await ask()
  await readAll()
  expect(known()).toEqual({ count: 0, isNew: { a: false, b: false } })
})

it('treats one that is gone as read', async () => {
  await ask()
  calls.read.mockRejectedValueOnce(new ApiError({ message: 'Not found', status: 404 }))
  await read('a')
  expect(known()).toEqual({ count: 1, isNew: { a: false, b: true } })
})
