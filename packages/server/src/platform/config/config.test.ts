import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const temporary = mkdtempSync(path.join(os.tmpdir(), 'knowreel-config-'))
const DATA_DIR = path.join(temporary, 'data')

afterAll(() => rmSync(temporary, { recursive: true }))

describe('the configuration', () => {
  const prices = { input: null, output: null, image: null, embedding: null }
  it('needs no variable', () => {
    expect(loadConfig({ DATA_DIR })).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDirectory: DATA_DIR,
      publicUrl: null,
      databaseUrl: null,
      roles: new Set(['api', 'collab', 'worker']),
      hasCompanyDomains: false,
      webhookHosts: [],
      isCompanyCreationOpen: true,
      newCompanies: { isActivated: true, isAiEnabled: false },
      socialProviders: [],
      s3: null,
      speechService: null,
      isOcrOn: true,
      meetings: { jitsiHosts: [], mail: null },
      bots: null,
      ai: { text: null, image: null, embedding: null, prices, allowedHosts: [] },
      smtpUrl: null,
      ffmpegPath: null,
      ffprobePath: null,
      logLevel: 'info',
      metricsToken: null,
      errorReporting: null,
      supportContact: null,
      marketingUrl: null,
      billing: null,
      slack: null,
      secret: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('reads every variable', () => {
    const config = loadConfig({
      DATA_DIR,
      PORT: '8080',
      HOST: '::1',
      PUBLIC_URL: 'https://know.example.org/',
      COMPANY_DOMAINS: 'on',
      COMPANY_CREATION: 'super-admins',
      COMPANY_ACTIVATION: 'by-super-admin',
      COMPANY_AI: 'on',
      DATABASE_URL: 'postgres://me@db/knowreel',
      ROLES: 'api, collab',
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 'gs',
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'o',
      OIDC_CLIENT_SECRET: 'os',
      OIDC_NAME: 'Halden ID',
      S3_BUCKET: 'knowreel',
      S3_ENDPOINT: 'https://s3.example.org/',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'its secret',
      S3_PREFIX: '/halden/files/',
      S3_PATH_STYLE: 'off',
      TRANSCRIPTION_URL: 'http://speech.example.org/v1/',
      TRANSCRIPTION_KEY: 'k',
      TRANSCRIPTION_MODEL: 'm',
      TRANSCRIPTION_KIND: 'deepgram',
      OCR: 'off',
      MEETING_JITSI_HOSTS: 'meet.example.org, Jitsi.example.org:8443',
      MEETING_MAIL_DOMAIN: 'Meetings.example.org',
      MEETING_MAIL_PORT: '2525',
      MEETING_MAIL_WEBHOOK_SECRET: 'w'.repeat(32),
      MEETING_MAIL_SENDER_CHECK: 'off',
      AI_BASE_URL: 'https://models.example.org/v1',
      AI_API_KEY: 'ai key',
      AI_MODEL: 'writer',
      AI_IMAGE_BASE_URL: 'http://10.0.0.9:8188/v1',
      AI_IMAGE_MODEL: 'painter',
      AI_EMBEDDING_MODEL: 'reader',
      AI_EMBEDDING_PRICE: '0.02',
      AI_INPUT_PRICE: '2.5',
      AI_OUTPUT_PRICE: '10',
      AI_ALLOWED_HOSTS: 'ollama:11434, 10.0.0.5',
      WEBHOOK_ALLOWED_HOSTS: '10.0.0.6:8080',
      SMTP_URL: 'smtps://me:pw@mail.example.org',
      LOG_LEVEL: 'debug',
      ERROR_REPORTING_DSN: 'https://k1@errors.example.org/7',
      ERROR_REPORTING_ENVIRONMENT: 'staging',
      SUPPORT_CONTACT: 'help@example.org',
      MARKETING_URL: 'https://www.example.org',
      PADDLE_API_KEY: 'pdl_live_apikey_1',
      PADDLE_CLIENT_TOKEN: 'live_1',
      PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_1, pdl_ntfset_2',
      PADDLE_ENVIRONMENT: 'production',
      METRICS_TOKEN: 'm'.repeat(32),
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 'client',
      SLACK_SIGNING_SECRET: 'signing',
      SECRET: 'x'.repeat(32),
    })
    expect(config).toEqual({
      metricsToken: 'm'.repeat(32),
      port: 8080,
      host: '::1',
      dataDirectory: DATA_DIR,
      publicUrl: 'https://know.example.org',
      databaseUrl: 'postgres://me@db/knowreel',
      roles: new Set(['api', 'collab']),
      hasCompanyDomains: true,
      webhookHosts: ['10.0.0.6:8080'],
      isCompanyCreationOpen: false,
      newCompanies: { isActivated: false, isAiEnabled: true },
      socialProviders: [
        {
          id: 'google',
          name: 'Google',
          issuer: 'https://accounts.google.com',
          clientId: 'g',
          clientSecret: 'gs',
        },
        { id: 'oidc', name: 'Halden ID', issuer: 'https://id.example.org', clientId: 'o', clientSecret: 'os' },
      ],
      ai: {
        text: { baseUrl: 'https://models.example.org/v1', apiKey: 'ai key', model: 'writer' },
        // Another address does not receive the key of the first one.
        image: { baseUrl: 'http://10.0.0.9:8188/v1', apiKey: null, model: 'painter' },
        embedding: { baseUrl: 'https://models.example.org/v1', apiKey: 'ai key', model: 'reader' },
        prices: { input: 2.5, output: 10, image: null, embedding: 0.02 },
        allowedHosts: ['ollama:11434', '10.0.0.5'],
      },
      s3: {
        bucket: 'knowreel',
        endpoint: 'https://s3.example.org',
        region: 'eu-central-1',
        credentials: { accessKeyId: 'key', secretAccessKey: 'its secret' },
        prefix: 'halden/files/',
        isPathStyle: false,
      },
      speechService: { kind: 'deepgram', url: 'http://speech.example.org/v1', key: 'k', model: 'm' },
      isOcrOn: false,
      meetings: {
        jitsiHosts: ['meet.example.org', 'jitsi.example.org:8443'],
        mail: {
          domain: 'meetings.example.org',
          port: 2525,
          webhookSecret: 'w'.repeat(32),
          isSenderChecked: false,
        },
      },
      bots: null,
      smtpUrl: 'smtps://me:pw@mail.example.org',
      ffmpegPath: null,
      ffprobePath: null,
      logLevel: 'debug',
      errorReporting: { url: 'https://errors.example.org/api/7/envelope/', key: 'k1', environment: 'staging' },
      supportContact: 'help@example.org',
      marketingUrl: 'https://www.example.org',
      billing: {
        apiKey: 'pdl_live_apikey_1',
        clientToken: 'live_1',
        webhookSecrets: ['pdl_ntfset_1', 'pdl_ntfset_2'],
        environment: 'production',
        apiUrl: null,
      },
      slack: { clientId: '1.2', clientSecret: 'client', signingSecret: 'signing', origin: 'https://slack.com' },
      secret: 'x'.repeat(32),
    })
  })

  it('has bots only if they are asked for and there is a Chromium', () => {
    const ROLES = 'api,collab,bot'
    const program = process.execPath
    expect(loadConfig({ DATA_DIR, ROLES, CHROMIUM_PATH: program }).bots).toEqual({
      concurrency: 2,
      chromiumPath: program,
      platforms: ['jitsi'],
      provider: null,
    })
    const provided = {
      BOT_PLATFORMS: 'none',
      BOT_PROVIDER_URL: 'https://bots.example.org/',
      BOT_PROVIDER_KEY: 'k',
      BOT_PROVIDER_PLATFORMS: 'zoom, meet',
    }
    expect(loadConfig({ DATA_DIR, ROLES, ...provided }).bots).toMatchObject({
      chromiumPath: null,
      platforms: [],
      provider: { url: 'https://bots.example.org', key: 'k', platforms: ['meet', 'zoom'] },
    })
    expect(() => loadConfig({ DATA_DIR, ROLES, ...provided, BOT_PROVIDER_KEY: '' })).toThrow('must be set together')
    expect(() => loadConfig({ DATA_DIR, ROLES, BOT_PLATFORMS: 'webex' })).toThrow('BOT_PLATFORMS must name services')
    expect(() => loadConfig({ DATA_DIR, ROLES, BOT_PLATFORMS: 'zoom' })).toThrow('BOT_PLATFORMS must name services')
    expect(loadConfig({ DATA_DIR, ROLES, CHROMIUM_PATH: program, BOT_CONCURRENCY: '5' }).bots?.concurrency).toBe(5)
    expect(() => loadConfig({ DATA_DIR, ROLES, CHROMIUM_PATH: path.join(DATA_DIR, 'none') })).toThrow('CHROMIUM_PATH')
    expect(() => loadConfig({ DATA_DIR, ROLES: 'bot', CHROMIUM_PATH: program })).toThrow('needs PUBLIC_URL')
    expect(() => loadConfig({ DATA_DIR, ROLES, CHROMIUM_PATH: program, BOT_CONCURRENCY: '0' })).toThrow(
      'BOT_CONCURRENCY must be a whole number from 1 to 99',
    )
  })

  it('needs a domain for invitations, and a way for them to arrive', () => {
    expect(() => loadConfig({ DATA_DIR, MEETING_MAIL_PORT: '25' })).toThrow('need MEETING_MAIL_DOMAIN')
    expect(() => loadConfig({ DATA_DIR, MEETING_MAIL_DOMAIN: 'a.example.org' })).toThrow('needs MEETING_MAIL_PORT')
  })

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ DATA_DIR, PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it('uses Amazon if only a bucket is set, and path style for any other storage', () => {
    expect(loadConfig({ DATA_DIR, S3_BUCKET: 'knowreel' }).s3).toEqual({
      bucket: 'knowreel',
      endpoint: null,
      region: 'us-east-1',
      credentials: null,
      prefix: '',
      isPathStyle: false,
    })
    const own = loadConfig({ DATA_DIR, S3_BUCKET: 'knowreel', S3_ENDPOINT: 'http://10.0.0.7:9000' })
    expect(own.s3).toMatchObject({ endpoint: 'http://10.0.0.7:9000', isPathStyle: true })
  })

  it.each([
    [{ S3_BUCKET: 'Not a bucket' }, 'S3_BUCKET must be the name of a bucket, not "Not a bucket".'],
    [{ S3_ENDPOINT: 'https://s3.example.org' }, 'S3_BUCKET must be set too: without it S3_ENDPOINT means nothing.'],
    [
      { S3_BUCKET: 'b23', S3_ENDPOINT: 'https://me:pw@s3.example.org' },
      /^S3_ENDPOINT must be an address like [^"]*\.$/,
    ],
    [{ S3_BUCKET: 'b23', S3_ACCESS_KEY_ID: 'k' }, 'S3_SECRET_ACCESS_KEY must be set too'],
    [{ S3_BUCKET: 'b23', S3_SECRET_ACCESS_KEY: 's' }, 'S3_ACCESS_KEY_ID must be set too'],
    [{ S3_BUCKET: 'b23', S3_PREFIX: 'ключ' }, 'S3_PREFIX must be a path of plain letters'],
    [{ S3_BUCKET: 'b23', S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE must be on or off'],
    [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET must be set too'],
    [{ OIDC_CLIENT_SECRET: 's' }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set too'],
    [{ OIDC_ISSUER: 'http://id.example.org' }, 'OIDC_ISSUER must be an address that begins with https://'],
    [{ SLACK_CLIENT_ID: '1.2' }, 'Slack needs SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET too.'],
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PUBLIC_URL: 'know.example.org' }, 'PUBLIC_URL must be an address like'],
    [{ COMPANY_DOMAINS: 'yes' }, 'COMPANY_DOMAINS must be on or off'],
    [{ COMPANY_DOMAINS: 'on' }, 'COMPANY_DOMAINS=on needs PUBLIC_URL'],
    [{ COMPANY_DOMAINS: 'on', PUBLIC_URL: 'http://10.0.0.7:3000' }, 'COMPANY_DOMAINS=on needs PUBLIC_URL'],
    [{ COMPANY_CREATION: 'nobody' }, 'COMPANY_CREATION must be everybody or super-admins'],
    [{ COMPANY_ACTIVATION: 'later' }, 'COMPANY_ACTIVATION must be immediate or by-super-admin'],
    [{ COMPANY_AI: 'yes' }, 'COMPANY_AI must be on or off'],
    [{ PUBLIC_URL: 'https://example.org/know' }, 'PUBLIC_URL must be an address like'],
    [{ DATABASE_URL: 'mysql://me:pw@db/x' }, /^DATABASE_URL must be a URL that begins with postgres:\/\/\.$/],
    [
      { ROLES: 'api,web' },
      'ROLES must name roles out of api, collab, worker, bot, with commas between them, not "api,web".',
    ],
    [{ ROLES: 'api,worker' }, 'ROLES must name api and collab together, in exactly one process, not "api,worker".'],
    [{ ROLES: 'collab' }, 'ROLES must name api and collab together'],
    [{ ROLES: ',' }, 'ROLES must name'],
    [{ TRANSCRIPTION_KEY: 'k' }, /^TRANSCRIPTION_URL must be set too: without it TRANSCRIPTION_KEY means nothing\.$/],
    [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must be a URL that begins with smtp:\/\/\.$/],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".'],
    [{ ERROR_REPORTING_DSN: 'https://errors.example.org/7' }, /^ERROR_REPORTING_DSN must be a DSN like [^"]*\.$/],
    [{ SUPPORT_CONTACT: 'call us' }, 'SUPPORT_CONTACT must be an email address or a URL'],
    [{ MARKETING_URL: 'javascript:alert(1)' }, 'MARKETING_URL must be a URL'],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN must have at least 32 characters\.$/],
    [{ SECRET: 'short' }, /^SECRET must have at least 32 characters\.$/],
    [{ PORT: 'x', LOG_LEVEL: 'y' }, /PORT must.*; LOG_LEVEL must/],
  ])('stops at %o and names it', (environment, message) => {
    expect(() => loadConfig({ DATA_DIR, ...environment })).toThrow(message)
  })

  it('stops if the data folder cannot be created', () => {
    const file = path.join(temporary, 'file')
    writeFileSync(file, '')
    expect(() => loadConfig({ DATA_DIR: path.join(file, 'data') })).toThrow(/DATA_DIR .* cannot be used/)
  })

  it('creates the secret once, readable only by its owner', () => {
    const directory = path.join(temporary, 'secret-home')
    const first = loadConfig({ DATA_DIR: directory }).secret
    const file = path.join(directory, 'secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    chmodSync(file, 0o644)
    expect(loadConfig({ DATA_DIR: directory }).secret).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('refuses a damaged secret file instead of signing with it', () => {
    const directory = path.join(temporary, 'damaged')
    loadConfig({ DATA_DIR: directory })
    writeFileSync(path.join(directory, 'secret'), '')
    expect(() => loadConfig({ DATA_DIR: directory })).toThrow(/secret is damaged/)
  })

  it('ends the process with code 1 and one line without a stack', () => {
    const script = `
      import { loadConfig } from ${JSON.stringify(path.join(import.meta.dirname, 'config.ts'))}
      import { exitWithError } from ${JSON.stringify(path.join(import.meta.dirname, 'startup-error.ts'))}
      try { loadConfig(process.env) } catch (error) { exitWithError(error) }`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { DATA_DIR, PORT: 'http' },
      encoding: 'utf8',
    })
    expect(run.status).toBe(1)
    expect(run.stderr).toBe('Knowreel cannot start: PORT must be a whole number from 0 to 65535, not "http".\n')
  })
})
