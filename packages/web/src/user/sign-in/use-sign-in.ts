import { useState } from 'react'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { useBeginSession } from '../begin-session.ts'
import { parseDestination, readSegment, type SignInParams } from '../sign-in-url.ts'

/** Proof of identity: a password or a one-use token. */
export type Credentials = { email: string; password: string } | { token: string }

export type SignIn = {
  /** Signs in and opens the destination; waits for the second factor if required. */
  start: (proof: Credentials) => Promise<void>
  /** Signs in with the previous proof and the code. */
  finish: (code: string) => Promise<void>
  /** The second factor is required. */
  needsSecondFactor: boolean
  startAgain: () => void
}

export function useSignIn(parts: SignInParams): SignIn {
  const [waiting, setWaiting] = useState<Credentials | null>(null)
  const beginSession = useBeginSession()
  const logIn = async (proof: Credentials, code?: string) => {
    const { token, ...session } = await api.session.logIn({
      body: code === undefined ? proof : { ...proof, code },
    })
    await beginSession(token, parseDestination(parts), { session, companyId: readSegment(parts.companyId) })
  }
  return {
    needsSecondFactor: waiting !== null,
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
