import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { askForAll, notificationsQuery, readAllMutation, readMutation } from './notification.queries.ts'
import { notificationOf } from './notification.fixture.ts'

type Answer = { notifications: Notification[]; count: number; time: number }

const calls = vi.hoisted(() => ({ list: vi.fn(), read: vi.fn(), readAll: vi.fn() }))
vi.mock('../platform/api/api.ts', () => ({ api: { notification: calls } }))

const owner = 'ines:halden'
let client: QueryClient
let answer: Answer

beforeEach(() => {
  vi.resetAllMocks()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  answer = { notifications: [notificationOf('a'), notificationOf('b')], count: 2, time: 100 }
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

it('asks for all at first, then for what came since the last answer', async () => {
  await ask()
  answer = { notifications: [notificationOf('c')], count: 3, time: 120 }
  await ask()
  expect(calls.list.mock.calls.map(([request]) => request as unknown)).toEqual([
    { query: { t: undefined } },
    { query: { t: 100 } },
  ])
  expect(known()).toEqual({ count: 3, isNew: { a: true, b: true, c: true } })
})

it('asks for the whole list again, so that what was taken back goes', async () => {
  await ask()
  answer = { notifications: [notificationOf('b')], count: 1, time: 120 }
  await askForAll(client, owner)
  await ask()
  expect(calls.list).toHaveBeenLastCalledWith({ query: { t: undefined } }, expect.anything())
  expect(known()).toEqual({ count: 1, isNew: { b: true } })
})

it('keeps the list of another person or company apart', async () => {
  await ask()
  expect(client.getQueryData(notificationsQuery('ines:aalborg').queryKey)).toBeUndefined()
})

it('keeps the list when an answer fails', async () => {
  await ask()
  calls.list.mockRejectedValueOnce(refused)
  await expect(ask()).rejects.toBe(refused)
  expect(known().count).toBe(2)
})

it('shows one as read before the server has answered', async () => {
  await ask()
  let answerRead: (value: unknown) => void = () => {}
  calls.read.mockReturnValueOnce(new Promise((resolve) => (answerRead = resolve)))
  const reading = read('a')
  await vi.waitFor(() => expect(known()).toEqual({ count: 1, isNew: { a: false, b: true } }))
  // A question meanwhile brings nothing that would make it new again.
  await ask()
  expect(known()).toEqual({ count: 1, isNew: { a: false, b: true } })
  expect(calls.list).toHaveBeenCalledTimes(1)
  answerRead({ success: true })
  await reading
})

it('makes new again what the server refused to mark', async () => {
  await ask()
  calls.read.mockRejectedValueOnce(refused)
  await expect(read('a')).rejects.toBe(refused)
  expect(known()).toEqual({ count: 2, isNew: { a: true, b: true } })
  calls.readAll.mockRejectedValueOnce(refused)
  await expect(readAll()).rejects.toBe(refused)
  expect(known()).toEqual({ count: 2, isNew: { a: true, b: true } })
})

it('takes back one of two marks alone', async () => {
  await ask()
  calls.read.mockRejectedValueOnce(refused)
  await Promise.allSettled([read('a'), read('b')])
  expect(known()).toEqual({ count: 1, isNew: { a: true, b: false } })
})

it('marks all as read, also those that the list does not hold', async () => {
  answer = { ...answer, count: 250 }
  await ask()
  await readAll()
  expect(known()).toEqual({ count: 0, isNew: { a: false, b: false } })
})

it('takes one that is gone for read', async () => {
  await ask()
  calls.read.mockRejectedValueOnce(new ApiError({ message: 'Not found', status: 404 }))
  await read('a')
  expect(known()).toEqual({ count: 1, isNew: { a: false, b: true } })
})
