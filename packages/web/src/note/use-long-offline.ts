import { useEffect, useState } from 'react'
import type { NoteSessionState } from './note-session.ts'

/** A connection that is back within a moment is not worth a word. */
const blinkMs = 1_200
/** The first sync takes longer than that only when something is in its way. */
const firstSyncMs = 4_000

/** Whether the note has been without a connection for longer than a person should be left in the dark. */
export function useLongOffline(connection: NoteSessionState['connection'], hasSynced: boolean): boolean {
  const [isLong, setLong] = useState(false)
  const isConnected = connection === 'synced'
  useEffect(() => {
    if (isConnected) return setLong(false)
    const timer = setTimeout(() => setLong(true), hasSynced ? blinkMs : firstSyncMs)
    return () => clearTimeout(timer)
  }, [isConnected, hasSynced])
  return isLong && !isConnected
}
