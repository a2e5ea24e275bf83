/**
 * The process that reads one attachment: the file is its standard input, the extension of its name the argument, and
 * the text its standard output. run-extraction.ts limits what it can do.
 */
import { buffer } from 'node:stream/consumers'
import { readFileText } from './read-file-text.ts'

process.stdout.write(JSON.stringify(await readFileText(await buffer(process.stdin), process.argv[2] ?? '')))
