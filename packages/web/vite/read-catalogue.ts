/** Prints `{ "article": { "get": "GET /article/{id}", … }, … }` of the catalogue file named on the command line. */
import { pathToFileURL } from 'node:url'

type Address = { method: string; path: string }

const file = process.argv[2]
if (!file) throw new Error('Which catalogue?')
const { catalogue } = (await import(pathToFileURL(file).href)) as { catalogue: Record<string, Record<string, Address>> }

const addresses = Object.entries(catalogue).map(([feature, calls]) => [
  feature,
  Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, `${method} ${path}`])),
])
process.stdout.write(JSON.stringify(Object.fromEntries(addresses)))
