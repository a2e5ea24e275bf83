// npm run db:new -- add comment reactions: creates an empty migration, named by the current time and these words.
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fail, root } from './prepare.mjs'

const words = process.argv
  .slice(2)
  .join('_')
  .toLowerCase()
  .replaceAll(/[^a-z0-9]+/g, '_')
if (!/[a-z]/.test(words)) fail('Say what it does: npm run db:new -- add comment reactions')

const directory = path.join(root, 'packages', 'server', 'migrations')
const last =
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) ?? ''
const time = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
// Migrations run in the order of their names, so a new one must sort last.
if (time <= last.slice(0, 13)) fail(`${last} is not older than now (${time} UTC): try again in a minute, or rename it.`)

const file = path.join(directory, `${time}_${words}.sql`)
writeFileSync(file, '', { flag: 'wx' })
console.log(path.relative(root, file))
