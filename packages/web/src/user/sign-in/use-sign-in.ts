import { useState } from 'react'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { useBeginSession } from '../begin-session.ts'
import { destinationOf, givenPart, type SignInParts } from '../sign-in-address.ts'

/** What shows who somebody is: a password, or a token that works once. */
export type Proof = { email: string; password: string } | { token: string }

export type SignIn = {
  /** Signs in and goes to the place of the address; waits for the second factor where that is needed. */
  start: (proof: Proof) => Promise<void>
  /** Signs in with what was given before and the code. */
  finish: (code: string) => Promise<void>
  /** A second factor is waited for. */
  isWaiting: boolean
  startAgain: () => void
}

export function useSignIn(parts: SignInParts): SignIn {
  const [waiting, setWaiting] = useState<Proof | null>(null)
  const beginSession = useBeginSession()
  const logIn = async (proof: Proof, code?: string) => {
    const { token, ...session } = await api.session.logIn({
      body: code === undefined ? proof : { ...proof, code },
    })
    await beginSession(token, destinationOf(parts), { session, companyId: givenPart(parts.companyId) })
  }
  return {
    isWaiting: waiting !== null,
    startAgain: () => setWaiting(null),
    finish: async (code) => {
      if (waiting !== null) await logIn(waiting, code)
    },
    start: async (proof) => {
      try {
        await logIn(proof)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'two_factor_needed') throw error
        setWaiting(proof)
      }
    },
  }
}
