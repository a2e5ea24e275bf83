import { describe, expect, it } from 'vitest'
import { connectionError, errorFromResponse } from './api-error.ts'

describe('the message of a refused request', () => {
  it('is the error of the response', () => {
    expect(errorFromResponse(422, 'Unprocessable Entity', { error: 'Wrong email or password' }).message).toBe(
      'Wrong email or password',
    )
  })

  it('is the first of the errors if there is no single one', () => {
    const error = errorFromResponse(422, '', {
      errors: [
        { field: 'email', message: 'Please enter a valid email' },
        { field: 'password', message: 'Too short' },
      ],
    })
    expect(error.message).toBe('Please enter a valid email')
    expect(error.fields.map(({ field }) => field)).toEqual(['email', 'password'])
  })

  it('accepts plain texts among the errors', () => {
    expect(errorFromResponse(422, '', { errors: ['First', 'Second'] }).message).toBe('First')
  })

  it.each([[null], ['<html>'], [{}], [{ errors: [] }], [{ error: 7 }], [{ errors: [null, 3] }]])(
    'names the status when the answer %j says nothing',
    (body) => {
      expect(errorFromResponse(502, 'Bad Gateway', body).message).toBe('Request error: #502 Bad Gateway')
    },
  )

  it("is 'Connection error' without a response", () => {
    const error = connectionError()
    expect(error.message).toBe('Connection error')
    expect(error.status).toBeNull()
  })
})
