/**
 * Lints `deploy/`, because no container is ever built where the tests run: YAML, variables that exist, files that exist,
 * and the configuration that the server would read.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../src/platform/config/config.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-deploy-'))
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

/** The variables of README's table. */
const variables = new Set(
  [...read('README.md').matchAll(/^\| (`[A-Z0-9_`, ]+) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z0-9_]+/g) ?? [],
  ),
)
/** The image sets these. */
const ofTheImage = new Set(['NODE_ENV', 'DATA_DIR', 'PORT'])

type Service = {
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  depends_on?: string[] | Record<string, unknown>
  volumes?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
const exampleEnvironment: Record<string, string> = { KNOWREEL_HOST: 'knowreel.example.org' }
for (const [, name = ''] of read('deploy/env.example').matchAll(/^([A-Z0-9_]+)=/gm))
  exampleEnvironment[name] ??= ['SECRET', 'POSTGRES_PASSWORD', 'S3_SECRET'].includes(name) ? 'x'.repeat(32) : ''

/** As compose does, for the forms that the file uses. */
function interpolate(value: string): string {
  return value.replaceAll(/\$\{([A-Z0-9_]+)(?::[-?][^}]*)?\}/g, (_, name: string) => {
    const given = exampleEnvironment[name]
    if (given === undefined) throw new Error(`${name} is not in env.example`)
    return given
  })
}

describe('the compose file', () => {
  test.each(['app', 'worker'])('gives %s a configuration that the server accepts', (name) => {
    const { environment = {} } = compose.services[name] ?? {}
    for (const variable of Object.keys(environment)) expect(variables, variable).toContain(variable)
    const given = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value)]))
    const config = loadConfig({ ...given, DATA_DIR: dataDirectory })
    expect(config).toMatchObject({
      publicUrl: 'https://knowreel.example.org',
      databaseUrl: `postgres://knowreel:${'x'.repeat(32)}@postgres/knowreel`,
      s3: { bucket: 'knowreel', endpoint: 'http://storage:7070', isPathStyle: true },
      roles: new Set(name === 'app' ? ['api', 'collab'] : ['worker']),
    })
  })

  test('runs our containers without privileges and with a read-only root', () => {
    for (const name of ['app', 'worker'])
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
  })

  test('refers only to services, volumes and files that exist', () => {
    for (const { depends_on = [], volumes = [] } of Object.values(compose.services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      for (const name of needed) expect(Object.keys(compose.services)).toContain(name)
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) expect(existsSync(path.join(root, 'deploy', source)), source).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      }
    }
  })
})

test('Caddy passes every request to the app', () => {
  expect(read('deploy/Caddyfile')).toContain('reverse_proxy app:3000')
})

describe('the Dockerfile', () => {
  const lines = read('deploy/Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/))
  const last = (instruction: string) =>
    lines
      .findLast(([name]) => name === instruction)
      ?.slice(1)
      .join(' ') ?? ''

  test('ends as a user without privileges, with programs in exec form and a health check', () => {
    expect(last('USER')).toBe('node')
    for (const instruction of ['ENTRYPOINT', 'CMD']) expect(JSON.parse(last(instruction))).toBeInstanceOf(Array)
    expect(JSON.parse(last('CMD'))).toEqual(['node', '--max-semi-space-size=4', 'packages/server/src/main.ts'])
    const check = JSON.parse(last('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[]
    expect(check.slice(0, 2)).toEqual(['node', '-e'])
    expect(check[2]).toContain('/api/health')
  })

  test('copies only what the repository has', () => {
    for (const [name, ...parameters] of lines) {
      if (name !== 'COPY' || parameters[0]?.startsWith('--from')) continue
      for (const source of parameters.slice(0, -1)) expect(existsSync(path.join(root, source)), source).toBe(true)
    }
  })

  test('has the packages of every workspace for npm ci', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const workspace of workspaces) expect(read('deploy/Dockerfile')).toContain(`COPY ${workspace}/package.json`)
  })
})

describe('the Helm chart', () => {
  const folder = 'deploy/helm/knowreel'
  const values = parse(read(`${folder}/values.yaml`)) as { env: object; secret: object }
  const templates = readdirSync(path.join(root, folder, 'templates'))

  test('sets only variables that exist', () => {
    for (const name of [...Object.keys(values.env), ...Object.keys(values.secret)]) expect(variables).toContain(name)
    expect(parse(read(`${folder}/Chart.yaml`))).toMatchObject({ apiVersion: 'v2', name: 'knowreel' })
  })

  test.each(templates)('%s has balanced braces and blocks, known values, and YAML around them', (name) => {
    const text = read(`${folder}/templates/${name}`)
    const actions = [...text.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)].map(([, action = '']) => action)
    expect(text.split('{{').length).toBe(actions.length + 1)
    expect(text.split('}}').length).toBe(actions.length + 1)
    const opened = actions.filter((action) => /^(if|range|define|with)\b/.test(action))
    expect(actions.filter((action) => action === 'end')).toHaveLength(opened.length)
    for (const action of actions)
      for (const [, first = ''] of action.matchAll(/\.Values\.([a-zA-Z]+)/g))
        expect(Object.keys(values)).toContain(first)
    // Lines of only an action are control or included blocks; the others are values.
    const yaml = text
      .split('\n')
      .filter((line) => !/^\s*\{\{.*\}\}$/.test(line))
      .join('\n')
      .replaceAll(/\{\{.*?\}\}/g, 'value')
    expect(() => parse(yaml, { uniqueKeys: false })).not.toThrow()
  })

  test('runs one app without privileges and with a read-only root', () => {
    expect(read(`${folder}/templates/app.yaml`)).toMatch(/replicas: 1\n[^]*type: Recreate/)
    const pod = read(`${folder}/templates/_helpers.tpl`)
    for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
      expect(pod).toContain(line)
  })
})

test('the image sets no variable that the server does not read', () => {
  for (const [, assignments = ''] of read('deploy/Dockerfile').matchAll(/^ENV (.*)$/gm))
    for (const [, name = ''] of assignments.matchAll(/([A-Z0-9_]+)=/g))
      expect([...variables, ...ofTheImage, 'ONNXRUNTIME_NODE_INSTALL']).toContain(name)
})
