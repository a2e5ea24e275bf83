/**
 * Prints `{ "article": { "get": "/article/:id", "remove": "/article/:id DELETE", … }, … }` of the catalogue file named on
 * the command line: short, because every page loads it.
 */
import { pathToFileURL } from 'node:url'

type Address = { method: string; path: string }

const shorten = ({ method, path }: Address): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1') + (method === 'GET' ? '' : ` ${method}`)

const file = process.argv[2]
if (!file) throw new Error('Which catalogue?')
const { catalogue } = (await import(pathToFileURL(file).href)) as { catalogue: Record<string, Record<string, Address>> }

const addresses = Object.entries(catalogue).map(([feature, calls]) => [
  feature,
  Object.fromEntries(Object.entries(calls).map(([name, address]) => [name, shorten(address)])),
])
process.stdout.write(JSON.stringify(Object.fromEntries(addresses)))
