import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeProcess, hasEnded, type SpoolOwner } from './spool-owner.ts'
import { openSpoolFolder } from './spool-folder.ts'
import { openSpool } from './spool-source.ts'

let root: string
beforeEach(async () => void (root = await mkdtemp(path.join(tmpdir(), 'knowreel-spool-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

const here = await describeProcess()

/** As a process that was killed would have left it. */
async function endedProcess(): Promise<SpoolOwner> {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const owner = await describeProcess(child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return owner
}

async function leave(owner: SpoolOwner | null, files: Record<string, string>): Promise<string> {
  const folder = path.join(root, newId())
  await mkdir(folder)
  if (owner !== null) await writeFile(path.join(folder, 'owner.json'), JSON.stringify(owner))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return folder
}

const meetingId = newId()
const name = `${meetingId}.1.recording`

describe('the owner of a folder', () => {
  test('has ended if it was killed, if its id belongs to another process, or if the machine restarted', async () => {
    expect(hasEnded(await endedProcess(), here)).toBe(true)
    expect(hasEnded({ ...here, startedAt: 'another boot:1' }, here)).toBe(true)
    expect(hasEnded({ ...here, boot: 'another' }, here)).toBe(true)
  })

  test('may live if it runs, or if another machine or container cannot know', async () => {
    const ended = await endedProcess()
    expect(hasEnded(here, here)).toBe(false)
    expect(hasEnded({ ...ended, host: 'another' }, here)).toBe(false)
    expect(hasEnded({ ...ended, pidNamespace: 'pid:[1]' }, here)).toBe(false)
    expect(hasEnded({ ...ended, boot: null }, here)).toBe(false)
  })
})

describe('a spool folder', () => {
  test('adopts what an ended process left, and removes the rest of it', async () => {
    const left = await leave(await endedProcess(), { [name]: 'bytes', 'x.download': 'half' })
    const folder = openSpoolFolder(root)
    const [found, ...more] = await folder.adopt()
    expect([found?.meetingId, found?.attempt, more]).toEqual([meetingId, 1, []])
    expect(await readFile(found?.file ?? '', 'utf8')).toBe('bytes')
    await expect(stat(left)).rejects.toThrow('ENOENT')
  })

  test('leaves folders of living and of unknown owners alone', async () => {
    await leave(here, { [name]: 'bytes' })
    await leave({ ...(await endedProcess()), host: 'another' }, { [name]: 'bytes' })
    await leave(null, { [name]: 'bytes' })
    expect(await openSpoolFolder(root).adopt()).toEqual([])
    expect(await readdir(root)).toHaveLength(3)
  })

  test('removes folders of unknown owners in which nothing happened for half a day', async () => {
    const unknown = await leave(null, { [name]: 'bytes' })
    const living = await leave(here, { [name]: 'bytes' })
    const old = new Date(Date.now() - 13 * 60 * 60_000)
    for (const folder of [unknown, living]) {
      for (const file of await readdir(folder)) await utimes(path.join(folder, file), old, old)
      await utimes(folder, old, old)
    }
    expect(await openSpoolFolder(root).adopt()).toEqual([])
    expect(await readdir(root)).toEqual([path.basename(living)])
  })

  test('gives a recording to one of several processes that look at the same time', async () => {
    await leave(await endedProcess(), { [name]: 'bytes' })
    const found = await Promise.all(Array.from({ length: 5 }, () => openSpoolFolder(root).adopt()))
    expect(found.flat()).toHaveLength(1)
  })

  test('returns a recording until it is removed, and keeps its folder for the next process until then', async () => {
    await leave(await endedProcess(), { [name]: 'bytes' })
    const folder = openSpoolFolder(root)
    const [found] = await folder.adopt()
    expect(await folder.adopt()).toEqual([found])
    await folder.close()
    expect(await readdir(folder.directory)).toContain(name)
    await rm(found?.file ?? '')
    expect(await folder.adopt()).toEqual([])
    await folder.close()
    expect(await readdir(root)).toEqual([])
  })

  test('offers no recording of its own process before its bot has ended', async () => {
    const folder = openSpoolFolder(root)
    await folder.prepare()
    const bot = { id: meetingId, attempt: 1 }
    await folder.release(bot)
    await writeFile(folder.recordingFile(bot), 'bytes')
    expect(await folder.adopt()).toEqual([])
    await folder.release(bot)
    expect(await folder.adopt()).toEqual([{ meetingId, attempt: 1, file: folder.recordingFile(bot) }])
  })
})

describe('a full disk', () => {
  test('accepts part of a chunk, which is written to its end or not counted', async () => {
    let room = 8
    const openFile: typeof open = async (...file) => {
      const handle = await open(...file)
      const write = handle.write.bind(handle) as (...given: unknown[]) => Promise<{ bytesWritten: number }>
      const limited = async (chunk: Buffer, from: number, length: number, position: number) => {
        if (room === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        // Three bytes at a time.
        const accepted = Math.min(3, length, room)
        room -= accepted
        return write(chunk, from, accepted, position)
      }
      return Object.assign(handle, { write: limited as unknown as FileHandle['write'] })
    }
    const spool = await openSpool(path.join(root, 'spool'), openFile)
    await spool.append(Buffer.from('12345'))
    await expect(spool.append(Buffer.from('67890'))).rejects.toThrow('no space')
    room = 100
    // After a gap, the rest could not be read.
    await expect(spool.append(Buffer.from('later'))).rejects.toThrow('no space')
    expect(spool.extent().bytes).toBe(5)
    expect(await (await spool.slice(0, 5)).text()).toBe('12345')
    await spool.remove()
  })
})
