/** The collaboration server as a process of its own, for tests that kill it. Arguments: database connection, port. */
import { type DatabaseConnection, openDatabase } from '../src/platform/database/database.ts'
import type { Tables } from '../src/platform/database/db.ts'
import { compactNote } from '../src/note/index.ts'
import { startCollaboration } from './collaboration-server.ts'

const [connectionText = '', port = ''] = process.argv.slice(2)
const { db } = openDatabase<Tables>({ connection: JSON.parse(connectionText) as DatabaseConnection, log: console })
await startCollaboration({ db, log: console, enqueueCompaction: (address) => compactNote(db, address) }, Number(port))
process.stdout.write('ready\n')
