import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildQueryClient } from '../query-client.ts'
import { connectionError, errorFromResponse } from './api-error.ts'
import { handleError, setSessionErrorHandlers } from './handle-error.ts'

const logOut = vi.fn()
const goTo = vi.fn()
const recheck = vi.fn()
const say = vi.fn()
const report = vi.fn()
const hasOtherCompany = vi.fn(() => false)

beforeEach(() => {
  vi.clearAllMocks()
  hasOtherCompany.mockReturnValue(false)
  setSessionErrorHandlers({ logOut, goTo, recheck, hasOtherCompany, notify: say, report })
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

  it('fetches the role of the person again when it does not suffice, and says so', () => {
    handleError(errorFromResponse(403, 'Forbidden', { error: 'You are not allowed to do this', code: 'forbidden' }))
    expect(recheck).toHaveBeenCalledOnce()
    expect(say).toHaveBeenCalledWith('You are not allowed to do this')
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

describe('an error that is no refused request', () => {
  it('is reported to the operators and shown without its words if it is a fault of the page', () => {
    const fault = new TypeError("Cannot read properties of undefined (reading 'title')")
    handleError(fault)
    expect(report.mock.calls).toEqual([[fault]])
    expect(say.mock.calls).toEqual([['Something went wrong']])
  })

  it('is reported too where the screen itself shows that something failed', async () => {
    const fault = new RangeError('Invalid array length')
    const client = buildQueryClient()
    const failing = { queryKey: ['broken'], queryFn: () => Promise.reject(fault), retry: false }
    await client.fetchQuery({ ...failing, meta: { isErrorShown: true } }).catch(() => undefined)
    expect(report.mock.calls).toEqual([[fault]])
    expect(say).not.toHaveBeenCalled()
  })

  it.each([new Error('Some changes aren’t saved yet'), connectionError(), new DOMException('gone', 'AbortError')])(
    'is not reported if it is a message of ours: %s',
    (error) => {
      handleError(error)
      expect(report).not.toHaveBeenCalled()
    },
  )
})
