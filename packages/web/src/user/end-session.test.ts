import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from './end-session.ts'

const removeToken = vi.hoisted(() => vi.fn())
vi.mock('../platform/session/session-token.ts', () => ({ removeToken }))
beforeEach(() => removeToken.mockClear())

const at = (pathname: string) => {
  const replace = vi.fn()
  return { router: { latestLocation: { pathname, href: pathname }, history: { replace } } as never, replace }
}

test('a refused request on a sign-in page ends nothing; logging out there does', () => {
  const { router, replace } = at('/login/one-use')
  endSession(router, new QueryClient(), { returnsAfterSignIn: true })
  expect(removeToken).not.toHaveBeenCalled()
  endSession(router, new QueryClient(), { returnsAfterSignIn: false })
  expect(removeToken).toHaveBeenCalledOnce()
  expect(replace).toHaveBeenCalledWith('/login', undefined, { ignoreBlocker: true })
})
