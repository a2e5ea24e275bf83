import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionError, errorFromResponse } from './api-error.ts'
import { handleError, setSessionErrorHandlers } from './handle-error.ts'

const logOut = vi.fn()
const goTo = vi.fn()
const recheck = vi.fn()
const say = vi.fn()
const hasOtherCompany = vi.fn(() => false)

beforeEach(() => {
  vi.clearAllMocks()
  hasOtherCompany.mockReturnValue(false)
  setSessionErrorHandlers({ logOut, goTo, recheck, hasOtherCompany, notify: say })
})

describe('a refused request', () => {
  it('goes to the inactive page if the response has the company flag', () => {
    handleError(errorFromResponse(403, 'Forbidden', { error: 'The company is deactivated', company: true }))
    expect(goTo).toHaveBeenCalledWith('/inactive')
    expect(say).not.toHaveBeenCalled()
  })

  it('logs out on 401', () => {
    handleError(errorFromResponse(401, 'Unauthorized', { error: 'Please sign in' }))
    expect(logOut).toHaveBeenCalledOnce()
    expect(say).not.toHaveBeenCalled()
  })

  it('logs out someone who is inactive in this company but has another one', () => {
    hasOtherCompany.mockReturnValue(true)
    handleError(errorFromResponse(403, 'Forbidden', { userInactiveInCompany: true }))
    expect(logOut).toHaveBeenCalledOnce()
  })

  it('sends someone who is inactive and has no other company to the user-deactivated page', () => {
    handleError(errorFromResponse(403, 'Forbidden', { userInactiveInCompany: true }))
    expect(goTo).toHaveBeenCalledWith('/user-deactivated')
    expect(logOut).not.toHaveBeenCalled()
  })

  it.each(['company_not_paid', 'no_company'] as const)('fetches the state of the company again on %s', (code) => {
    handleError(errorFromResponse(403, 'Forbidden', { error: 'Refused', code }))
    expect(recheck).toHaveBeenCalledOnce()
    expect(say).not.toHaveBeenCalled()
  })

  it('shows the message of the server for everything else', () => {
    handleError(errorFromResponse(403, 'Forbidden', { error: 'You are not allowed to do this' }))
    expect(say).toHaveBeenCalledWith('You are not allowed to do this')
    expect(goTo).not.toHaveBeenCalled()
  })

  it("shows 'Connection error' when no response arrived", () => {
    handleError(connectionError())
    expect(say).toHaveBeenCalledWith('Connection error')
  })

  it('is silent when the page itself aborted the request', () => {
    handleError(new DOMException('gone', 'AbortError'))
    expect(say).not.toHaveBeenCalled()
  })
})
