import { useState } from 'react'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { useBeginSession } from '../begin-session.ts'
import { destinationOf, readSegment, type SignInParts } from '../sign-in-address.ts'

/** Proof of identity: a password or a one-use token. */
export type Proof = { email: string; password: string } | { token: string }

export type SignIn = {
  /** Signs in and opens the destination; waits for the second factor if required. */
  start: (proof: Proof) => Promise<void>
  /** Signs in with the previous proof and the code. */
  finish: (code: string) => Promise<void>
  /** The second factor is required. */
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
    await beginSession(token, destinationOf(parts), { session, companyId: readSegment(parts.companyId) })
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
