/**
 * A canary listens on the loopback addresses: no attempt may ever reach it. Only 127.0.0.2 counts as public here; the
 * server on it may be requested.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { FetchRefused, type ResolvedAddress } from './pinned-target.ts'
import { createPublicFetch, FetchTooLarge } from './public-fetch.ts'
import { isPublicAddress } from './public-address.ts'

const publicHost = '127.0.0.2'
const calls: string[] = []
const servers: Server[] = []
let answer: RequestListener = (_request, response) => response.end('picture')
let asked: IncomingMessage | null = null

async function listen(host: string, port: number, listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

const port = await listen(publicHost, 0, (request, response) => {
  asked = request
  answer(request, response)
})
/** Also detects clients that only connect, as https does. */
async function listenForAny(host: string): Promise<void> {
  await listen(host, port, (_request, response) => response.end('secret'))
  servers.at(-1)?.on('connection', ({ localAddress }) => calls.push(String(localAddress)))
}
await listenForAny('127.0.0.1')
await listenForAny('127.0.0.9')
const hasIpv6 = await listenForAny('::1').then(
  () => true,
  () => false,
)

const names: Record<string, readonly ResolvedAddress[]> = {
  'public.test': [{ address: publicHost, family: 4 }],
  'inside.test': [{ address: '127.0.0.1', family: 4 }],
  'inside6.test': [{ address: '::1', family: 6 }],
  'mapped.test': [{ address: '::ffff:127.0.0.1', family: 6 }],
  'both.test': [
    { address: publicHost, family: 4 },
    { address: '127.0.0.1', family: 4 },
  ],
  'nowhere.test': [],
}
let resolved: string[] = []
let rebinding: readonly string[] | null = null

const fetchPublic = createPublicFetch({
  resolve: async (host) => {
    resolved.push(host)
    if (rebinding !== null) return [{ address: rebinding[resolved.length - 1] ?? '127.0.0.1', family: 4 }]
    const known = names[host]
    if (known !== undefined) return known
    const { lookup } = await import('node:dns/promises')
    return lookup(host, { all: true })
  },
  isAllowed: (address) => address === publicHost || isPublicAddress(address),
  ports: new Set([port]),
})
const limits = { maximumBytes: 1000, timeoutMs: 2000, accept: 'image/*' }
const get = (address: string, more = {}) => fetchPublic(address, { ...limits, ...more })
const refusal = (address: string, more = {}) =>
  get(address, more).then(
    (bytes) => `fetched ${bytes.toString()}`,
    (error: unknown) => (error as Error).name,
  )

afterEach(() => {
  const heard = calls.splice(0)
  if (heard.length > 0) throw new Error(`The canary was called at ${heard.join(', ')}`)
  answer = (_request, response) => response.end('picture')
  resolved = []
  rebinding = null
  asked = null
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const insideHosts = [
  '127.0.0.1',
  '127.0.0.9',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  'inside.test',
  'inside6.test',
  'mapped.test',
  'both.test',
] as const

describe('hosts inside the network are never requested', () => {
  test('the canary would detect it', async () => {
    expect(await (await fetch(`http://127.0.0.1:${port}/seen`)).text()).toBe('secret')
    if (hasIpv6) expect(await (await fetch(`http://[::1]:${port}/seen`)).text()).toBe('secret')
    expect(calls.splice(0).length).toBe(hasIpv6 ? 2 : 1)
  })

  test.each(insideHosts)('by the host %s', async (host) => {
    expect(await refusal(`http://${host}:${port}/`)).toBe('FetchRefused')
    expect(await refusal(`https://${host}:${port}/`)).toBe('FetchRefused')
  })

  test.each(insideHosts)('by a redirect to the host %s', async (host) => {
    const location = Buffer.from(`http://${host}:${port}/`).toString('latin1')
    answer = (_request, response) => response.writeHead(302, { location }).end()
    expect(await refusal(`http://public.test:${port}/`)).toBe('FetchRefused')
  })

  test.each([301, 302, 303, 307, 308])('by a redirect with %i, nor by one without a scheme', async (status) => {
    answer = (_request, response) => response.writeHead(status, { location: `//127.0.0.1:${port}/` }).end()
    expect(await refusal(`http://public.test:${port}/`)).toBe('FetchRefused')
  })

  test('by a name that resolves differently the second time', async () => {
    rebinding = [publicHost, '127.0.0.1']
    expect((await get(`http://rebinding.test:${port}/`)).toString()).toBe('picture')
    expect(resolved).toEqual(['rebinding.test'])
    expect(asked?.headers.host).toBe(`rebinding.test:${port}`)
  })

  test('by a name that resolves differently after a redirect to itself', async () => {
    rebinding = [publicHost, '127.0.0.1']
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    expect(await refusal(`http://rebinding.test:${port}/`)).toBe('FetchRefused')
    expect(resolved).toHaveLength(2)
  })

  test('by a hint in the response', async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, {
          refresh: `0; url=http://127.0.0.1:${port}/`,
          link: `<http://127.0.0.1:${port}/>; rel=preload`,
        })
        .end('picture')
    expect((await get(`http://public.test:${port}/`)).toString()).toBe('picture')
  })
})

describe('what is refused before any request', () => {
  test.each([
    'ftp://public.test/',
    'file:///etc/passwd',
    'gopher://public.test/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:http://public.test/1',
    'picture.png',
    '//public.test/picture.png',
    '',
    'http://',
    `http://name@public.test:${port}/`,
    `http://name:word@public.test:${port}/`,
    'http://nowhere.test/',
    'http://does-not-exist.invalid/',
  ])('%s', async (address) => {
    expect(await refusal(address)).toBe('FetchRefused')
    expect(asked).toBeNull()
  })

  test('ports of other services', async () => {
    const strict = createPublicFetch()
    for (const other of [22, 25, 5432, 6379, 8080, 9200])
      await expect(strict(`http://93.184.215.14:${other}/`, limits)).rejects.toBeInstanceOf(FetchRefused)
  })
})

describe('what is fetched', () => {
  test('follows at most three redirects', async () => {
    const after = (steps: number) =>
      (answer = (request, response) => {
        const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('step') ?? 0)
        if (step === steps) response.end('picture')
        else response.writeHead(302, { location: `?step=${step + 1}` }).end()
      })
    after(3)
    expect((await get(`http://public.test:${port}/`)).toString()).toBe('picture')
    after(4)
    expect(await refusal(`http://public.test:${port}/`)).toBe('FetchRefused')
  })

  test('carries no credentials of ours', async () => {
    await get(`http://public.test:${port}/a/b?c=d#e`)
    expect(asked?.url).toBe('/a/b?c=d')
    expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  test('is not larger than allowed, whether or not its size is announced', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(1000))
    expect(await get(`http://public.test:${port}/`)).toHaveLength(1000)
    answer = (_request, response) => response.end(Buffer.alloc(1001))
    await expect(get(`http://public.test:${port}/`)).rejects.toBeInstanceOf(FetchTooLarge)
    answer = (_request, response) => {
      const more = () => void (response.write(Buffer.alloc(300)) ? setImmediate(more) : response.once('drain', more))
      more()
    }
    await expect(get(`http://public.test:${port}/`)).rejects.toBeInstanceOf(FetchTooLarge)
  })

  test('is not compressed', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    expect(await refusal(`http://public.test:${port}/`)).toBe('FetchRefused')
  })

  test.each([204, 206, 304, 400, 401, 404, 500])('is refused if the response is %i', async (status) => {
    answer = (_request, response) => response.writeHead(status).end()
    expect(await refusal(`http://public.test:${port}/`)).toBe('FetchRefused')
  })

  test.each(['before the head', 'in the middle of the body', 'a byte at a time'])(
    'is refused when it takes too long, %s',
    { timeout: 5000 },
    async (where) => {
      answer = (_request, response) => {
        if (where === 'before the head') return
        response.write('x')
        if (where === 'in the middle of the body') return
        const drip = setInterval(() => response.write('x'), 50)
        response.once('close', () => clearInterval(drip))
      }
      const begin = Date.now()
      expect(await refusal(`http://public.test:${port}/`, { timeoutMs: 400 })).toBe('FetchRefused')
      expect(Date.now() - begin).toBeLessThan(2000)
    },
  )

  test('is refused if its connection breaks', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 500 }).write('x')
      setTimeout(() => response.destroy(), 20)
    }
    expect(await refusal(`http://public.test:${port}/`)).toBe('FetchRefused')
  })
})

describe('an address is public', () => {
  test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '1.1.1',
    '0x7f000001',
  ])('but not %s', (address) => expect(isPublicAddress(address)).toBe(false))
})
