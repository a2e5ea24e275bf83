import { describe, expect, it, vi } from 'vitest'
import { fileUrlLifetimeMs, type FileUrlRequest, thumbnailWidth, createFileUrls } from './file-urls.ts'

const sign = async ({ paths, width }: FileUrlRequest) => paths.map((path) => `${path}?sig=${width ?? 'whole'}`)

describe('the signed URLs of a page', () => {
  it('are requested together, one request for each size', async () => {
    const ask = vi.fn(sign)
    const addresses = createFileUrls(ask)
    const found = await Promise.all([
      addresses.image('a', '/one', 300),
      addresses.image('a', '/two', 480),
      addresses.image('a', '/three', 900),
      addresses.image('a', '/four', null),
    ])
    expect(found).toEqual(['/one?sig=480', '/two?sig=480', '/three?sig=960', '/four?sig=whole'])
    expect(ask.mock.calls.map(([{ paths, width }]) => [width, paths])).toEqual([
      [480, ['/one', '/two']],
      [960, ['/three']],
      [null, ['/four']],
    ])
  })

  it('are requested once while they are valid, and again before the hour is over', async () => {
    const ask = vi.fn(sign)
    let time = 0
    const addresses = createFileUrls(ask, () => time)
    await addresses.image('a', '/one', 300)
    await addresses.image('a', '/one', 200)
    expect(ask).toHaveBeenCalledTimes(1)
    time = fileUrlLifetimeMs
    await addresses.image('a', '/one', 300)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(fileUrlLifetimeMs).toBeLessThan(3_600_000)
  })

  it('are requested again if one failed or was null', async () => {
    const ask = vi.fn(sign)
    ask.mockResolvedValueOnce([null as unknown as string])
    ask.mockRejectedValueOnce(new Error('offline'))
    const addresses = createFileUrls(ask)
    expect(await addresses.image('a', '/one', 300)).toBeNull()
    expect(await addresses.image('a', '/one', 300)).toBeNull()
    expect(await addresses.image('a', '/one', 300)).toBe('/one?sig=480')
    expect(await addresses.freshImage('a', '/one', 300)).toBe('/one?sig=480')
    expect(ask).toHaveBeenCalledTimes(4)
  })

  it('are requested at most a thousand at a time', async () => {
    const ask = vi.fn(sign)
    const addresses = createFileUrls(ask)
    const found = await Promise.all(Array.from({ length: 2100 }, (_, at) => addresses.image('a', `/${at}`, 10)))
    expect(found.at(-1)).toBe('/2099?sig=480')
    expect(ask.mock.calls.map(([{ paths }]) => paths.length)).toEqual([1000, 1000, 100])
  })
})

describe('the thumbnail of an image', () => {
  it.each([
    [1, 480],
    [480, 480],
    [481, 960],
    [1921, null],
    [null, null],
  ])('for %j pixels is %j wide', (pixels, width) => {
    expect(thumbnailWidth(pixels)).toBe(width)
  })
})
