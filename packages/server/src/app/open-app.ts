/**
 * Composes the app: database, jobs, features, HTTP. Used by main and, with another database, by the tests, so that both
 * run the same code.
 */
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { embedFrameSources } from '@knowreel/shared/note/embed/embed-providers.ts'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import serverPackage from '../../package.json' with { type: 'json' }
import { adminRoutes } from '../admin/index.ts'
import { auditRoutes } from '../audit/index.ts'
import type { SignAddress } from '../access/index.ts'
import { openBilling } from '../billing/index.ts'
import { generationOf, openAi } from '../ai/index.ts'
import {
  articleRoutes,
  articleVersionRoutes,
  commentArticles,
  createArticleParentCache,
  createArticleReadCounter,
  draftRoutes,
  fileArticles,
  findEditableArticle,
  markAccepted,
  shareArticles,
  fileStem,
  transcribedArticles,
  trashRoutes,
  workspaceArticles,
} from '../article/index.ts'
import { commentRoutes } from '../comment/index.ts'
import { companyAddressAt, companyRoutes, createCompanyDomains, createFindMarketingUrl } from '../company/index.ts'
import {
  companyUserRoutes,
  invitationRoutes,
  createInviteByEmail,
  markMailRefused,
  type CompanyUserDependencies,
} from '../company-user/index.ts'
import { createImportAddresses, importExportRoutes, registerImportRoutes } from '../import-export/index.ts'
import { fileRoutes, signVisibleFile } from '../file/index.ts'
import { openSlack } from '../integration/index.ts'
import { finderRoutes, groupRoutes } from '../group/index.ts'
import {
  createNotifier,
  createUnsubscribeTokens,
  notificationRoutes,
  openLiveSockets,
  type LiveSockets,
  registerUnsubscribeRoute,
} from '../notification/index.ts'
import { errorReportRoutes } from '../error-report/index.ts'
import { healthRoutes } from '../health/index.ts'
import { serveMetrics } from '../metrics/index.ts'
import { createPdfStream } from '../pdf/index.ts'
import { noAiModels } from '../platform/config/ai-models.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/db.ts'
import { createPublicFetch } from '../platform/fetch/index.ts'
import { deferRemovalsDuringBackups, openFileStorage, registerFileRoutes } from '../platform/files/index.ts'
import { registerApiDocs } from '../platform/http/api-docs.ts'
import { buildHttpServer, closeHttpServer } from '../platform/http/http-server.ts'
import { serveCalls } from '../platform/http/serve-calls.ts'
import { registerWebApp } from '../platform/http/web-app.ts'
import { countJobs, openJobs } from '../platform/jobs/index.ts'
import { openMedia, warnOfMissingTools } from '../platform/media/index.ts'
import { openOcr, registerOcrFiles } from '../platform/ocr/index.ts'
import { registerExtensionDownload } from '../recorder/index.ts'
import { searchSources } from './search-sources.ts'
import { warnOfMissingConfinement } from '../platform/process/confinement.ts'
import { createStreamSockets, type StreamSockets } from '../platform/sockets/index.ts'
import { createPassageSearch, createTermStatistics, openIndexer, searchRoutes, tagRoutes } from '../search/index.ts'
import {
  createLinkUseCounter,
  createLinkSecrets,
  createPreview,
  isLinkReachable,
  sharedBrowseRoutes,
  shareRoutes,
} from '../share/index.ts'
import {
  createSpeechEngines,
  createTranscriptionStream,
  findRunningTranscription,
  describeEngine,
  transcriptionRoutes,
} from '../transcription/index.ts'
import {
  deviceName,
  createAuthenticate,
  createSecondFactor,
  createSocialProviders,
  handOverSession,
  openSecondSession,
  registerSocialSignIn,
  switchSession,
  type MeView,
} from '../user/index.ts'
import { sweepVideoFiles } from '../video/pipeline/index.ts'
import { createFileLock, createPartAddresses, registerPartRoutes, videoUploadRoutes } from '../video/index.ts'
import { systemCheckRoutes } from '../system-check/index.ts'
import { openWebhooks } from '../webhook/index.ts'
import { createReadWorkspace, workspaceRoleRoutes, workspaceRoutes } from '../workspace/index.ts'
import { createCallGate } from './call-gate.ts'
import type { App, AppOptions } from './app-options.ts'
import { companyHosts } from './company-hosts.ts'
import { checkFeatures } from './features.ts'
import { allJobs } from './job-list.ts'
import { createMayRead } from './may-read.ts'
import { findGenerationSettings } from '../meeting/index.ts'
import { openMailer } from './open-mailer.ts'
import { openMcp } from './open-mcp.ts'
import { openMeetings } from './open-meetings.ts'
import { openCollaboration } from './open-collaboration.ts'
import { openSystemCheck } from './open-system-check.ts'
import { createReviewStates, reviewRoutes } from '../review/index.ts'
import { templateRoutes } from '../template/index.ts'
import { recordingEvents } from './recording-events.ts'
import { createSocketTickets } from './socket-tickets.ts'
import { userFeatures } from './user-features.ts'

export async function openApp(options: AppOptions): Promise<App> {
  const { config, connection, log, webDirectory, extensionDirectory = '', isRateLimited = true, aiTimes } = options
  const {
    streams = [],
    reporter = { report: () => false },
    fetchPublic = createPublicFetch(),
    embedEndpoints,
  } = options
  const { db, pool, close } = openDatabase<Tables>({ connection, log })
  const isWorker = config.roles.has('worker')
  const jobs = await openJobs({ connection, jobs: allJobs, log, isWorker })
  const files = deferRemovalsDuringBackups(await openFileStorage(config), { db, enqueue: jobs.enqueue })
  const media = openMedia(config)
  const mail = openMailer(config, (mailId) => markMailRefused(db, mailId))
  const signAddress: SignAddress = (...asked) => files.signedAddress(...asked)
  const { hasCompanyDomains = false } = config
  const domains = createCompanyDomains({ publicUrl: config.publicUrl, hasCompanyDomains })
  const authenticate = createAuthenticate(db)
  const secondFactor = createSecondFactor(config)
  const providers = createSocialProviders(config.socialProviders ?? [])
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const http = await buildHttpServer({ log, isHttps, frameSources: embedFrameSources })
  if (typeof config.metricsToken === 'string') {
    await serveMetrics(http, config.metricsToken, {
      version: serverPackage.version,
      roles: config.roles,
      pool,
      sockets: () => ({
        notes: collaboration?.count().connections ?? 0,
        streams: streamSockets?.count() ?? 0,
        live: liveSockets?.count() ?? 0,
      }),
      countJobs: () => countJobs(db),
    })
  }
  const publicAddress = () => config.publicUrl ?? `http://localhost:${portOf(http)}`
  const { enqueue } = jobs
  // Opened below, when the streams exist.
  let streamSockets: StreamSockets | null = null
  let liveSockets: LiveSockets | null = null
  const collaboration = config.roles.has('collab') ? openCollaboration({ db, log, enqueue, authenticate }) : null
  const notify = createNotifier(enqueue)
  const unsubscribeTokens = createUnsubscribeTokens(config.secret)
  const articleReads = createArticleReadCounter(db, log)
  const slack = openSlack({ db, enqueue, config, domains, publicAddress, isRateLimited })
  const workspaces = { db, signAddress, slackColumn: slack.column }
  const readWorkspace = createReadWorkspace(workspaces)
  const parents = createArticleParentCache(db)
  const articles = {
    db,
    signAddress,
    parents,
    live: collaboration,
    enqueue,
    notifyOfPublish: slack.andPost(notify.notifyOfPublish),
    moveNotifications: notify.moveNotifications,
    reads: articleReads,
    hosts: () => ({ own: new URL(publicAddress()).host, parentOfCompanies: domains.parentHost }),
  }
  const articlesOfWorkspaces = workspaceArticles({ signAddress, parents })
  const isApi = config.roles.has('api')
  const payments = await openBilling({ db, enqueue, settings: config.billing ?? null, secret: config.secret, isApi })
  const { isCompanyCreationOpen: isCreationOpen = true, supportContact = null } = config
  const { newCompanies: initialState = { isActivated: true, isAiEnabled: false } } = config
  const findMarketingUrl = createFindMarketingUrl(db, config.marketingUrl ?? null)
  const isMailConfigured = config.smtpUrl !== null
  const view: MeView = { signAddress, domains, isMailConfigured, isCreationOpen, supportContact }
  const reviewStates = createReviewStates(db)
  const companyUsers: CompanyUserDependencies = {
    db,
    delivery: { mail, jobs, log },
    isMailConfigured,
    publicAddress,
    authenticate,
    secondFactor,
    articles: articlesOfWorkspaces,
    signAddress,
    findMarketingUrl,
    view,
  }
  const speech = createSpeechEngines(config.speechService ?? null)
  const uploads = { db, files, fileLock: createFileLock(), addresses: createPartAddresses(config.secret) }
  const importAddresses = createImportAddresses(config.secret)
  const sharing = { db, secrets: createLinkSecrets(config.secret), articles: shareArticles }
  const linkUses = createLinkUseCounter({ db, log })
  const terms = { db, statistics: createTermStatistics(db) }
  const ai = openAi({
    db,
    models: config.ai ?? noAiModels,
    secret: config.secret,
    live: collaboration,
    files,
    media,
    enqueue,
    articles: fileArticles,
    findGenerationSettings,
    passages: createPassageSearch({ ...terms, reviewStates }),
    reviewStates,
    generationStatusOf: async (kind, articleId, actor) => {
      const here = streamSockets?.statusOf(...generationOf(kind, articleId)) ?? { status: 'none', progress: 0 }
      if (kind !== 'ai-transcription-generation' || here.status === 'success') return here
      return (await findRunningTranscription(db, transcribedArticles, { actor, articleId })) ?? here
    },
    isRateLimited,
    times: aiTimes,
  })
  const ownAddress = () => (isApi ? `http://127.0.0.1:${portOf(http)}` : publicAddress())
  const meetings = openMeetings(options, { db, files, enqueue, log, signAddress, ownAddress })
  const webhooks = openWebhooks(config, { db, jobs, publicAddress, connection, log })
  const features = checkFeatures({
    admin: adminRoutes({
      db,
      enqueue,
      jobs: jobs.directory,
      domains,
      publicAddress,
      cleanVideos: (trx) => enqueue(trx, sweepVideoFiles, {}, { singletonKey: 'back office' }),
      articles: articlesOfWorkspaces,
      ...payments.forAdmin,
    }),
    audit: auditRoutes({ db, deviceName }),
    ai: ai.routes,
    article: articleRoutes(articles),
    articleVersion: articleVersionRoutes(articles),
    trash: trashRoutes({ db, signAddress }),
    ...payments.routes,
    company: companyRoutes({
      db,
      signAddress,
      files,
      domains,
      sessions: { move: switchSession, handOver: handOverSession, openBeside: openSecondSession },
      isCreationOpen,
      initialState,
      findMarketingUrl,
    }),
    companyUser: companyUserRoutes(companyUsers),
    ...commentRoutes({ db, signAddress, articles: commentArticles, notifier: notify }),
    draft: draftRoutes(articles),
    importExport: importExportRoutes({ db, enqueue, signAddress, addresses: importAddresses }),
    ...fileRoutes({ db, files, enqueue, signAddress, fetchPublic, embedEndpoints, articles: fileArticles }),
    finder: finderRoutes({ db, signAddress }),
    group: groupRoutes({ db, signAddress }),
    invitation: invitationRoutes(companyUsers),
    ...meetings.routes,
    notification: notificationRoutes({ db, signAddress, tokens: unsubscribeTokens }),
    errorReport: errorReportRoutes({ reporter, authenticate }),
    health: healthRoutes({ db, files, jobs, log }),
    review: reviewRoutes({ db, signAddress }),
    template: templateRoutes({ db }),
    search: searchRoutes({ ...terms, parents }),
    share: shareRoutes({ db, signAddress, articles: shareArticles, notifyOfShare: notify.notifyOfShare }),
    sharedBrowse: sharedBrowseRoutes({
      ...sharing,
      signAddress,
      publicAddress,
      authenticate,
      uses: linkUses,
      signVisibleFile: signVisibleFile(db),
    }),
    systemCheck: systemCheckRoutes(
      openSystemCheck({ config, db, pool, mail, isServed: true, files: async () => files }),
    ),
    slack: slack.routes(readWorkspace),
    tag: tagRoutes(db),
    transcription: transcriptionRoutes({
      db,
      articles: transcribedArticles,
      engineOf: (companyId) => describeEngine(db, speech, companyId),
      toFileName: fileStem,
    }),
    ...userFeatures({ db, files, enqueue, authenticate, secondFactor, view, providers, initialState }),
    videoUpload: videoUploadRoutes({
      ...uploads,
      enqueue,
      signAddress,
      findEditableArticle: (actor, id) => findEditableArticle(db, actor, id),
      markAccepted,
    }),
    webhook: webhooks.routes,
    workspace: workspaceRoutes({ ...workspaces, articles: articlesOfWorkspaces, readWorkspace }),
    workspaceRole: workspaceRoleRoutes({ db, signAddress, invite: createInviteByEmail(companyUsers) }),
  })
  const gate = createCallGate(db, { authenticate, isRateLimited })
  // Every process serves its health check; everything else belongs to the API.
  const served = isApi ? Object.values(features) : [features.health]
  await http.register(
    async (api) => {
      const companyAddress = (host: string) => companyAddressAt(db, domains, host)
      if (isApi)
        registerSocialSignIn(api, { db, providers, publicUrl: config.publicUrl, companyAddress, isRateLimited })
      if (isApi) payments.registerWebhook(api)
      if (isApi) meetings.registerWebhook(api)
      if (isApi) slack.register(api)
      if (isApi) registerApiDocs(api, catalogue, serverPackage.version)
      for (const feature of served) {
        serveCalls(api, feature, gate)
      }
    },
    { prefix: '/api' },
  )
  if (isApi) {
    registerOcrFiles(http)
    registerPartRoutes(http, uploads)
    registerUnsubscribeRoute(http, { db, tokens: unsubscribeTokens })
    registerImportRoutes(http, { db, files, enqueue, addresses: importAddresses })
    registerFileRoutes(http, files, {
      addresses: files.addresses,
      mayRead: createMayRead(db, (actor, scope) => isLinkReachable(sharing, actor, scope)),
    })
    registerExtensionDownload(http, { directory: extensionDirectory, publicAddress, hasCompanyDomains })
    openMcp(http, gate, { publicAddress, version: serverPackage.version, isRateLimited })
    await registerWebApp(http, webDirectory, {
      hosts: companyHosts(domains, db),
      paymentSiteOf: payments.paymentSiteOf,
      describePage: createPreview({ ...sharing, signAddress, publicAddress }),
    })
  }
  const pdf = createPdfStream({ db, files, live: collaboration, enqueue, signAddress, publicAddress })
  const transcription = createTranscriptionStream({ db, enqueue, articles: transcribedArticles })
  const tickets = createSocketTickets(db)
  liveSockets = isApi ? await openLiveSockets({ db, connection, log, ...tickets }) : null
  streamSockets = isApi
    ? createStreamSockets({ log, streams: [pdf, transcription, ...ai.streams, ...streams], ...tickets })
    : null
  const sockets = [collaboration, streamSockets, liveSockets]
  http.server.on('upgrade', (request, socket, head) => {
    if (!sockets.some((part) => part?.handleUpgrade(request, socket, head))) socket.destroy()
  })
  const attending = await meetings.start(isApi)
  const indexer = isWorker ? await openIndexer({ db, sources: searchSources, connection, log }) : null
  if (isWorker) {
    void warnOfMissingTools(media, log)
    void warnOfMissingConfinement(log)
    await jobs.startWorker({
      db,
      files,
      mail,
      media,
      publicAddress,
      ocr: config.isOcrOn ? openOcr() : null,
      ...recordingEvents({ db, enqueue, publicAddress, structureRecording: ai.jobServices.structureRecording }),
      embedPassages: ai.jobServices.embedPassages,
      notifyOfReview: notify.notifyOfReview,
      speech,
      billing: payments.billing,
      ...slack.services,
      unsubscribeTokens,
      ...meetings.services,
    })
    await payments.scheduleJobs(jobs)
  }
  const webhookSender = isWorker ? await webhooks.openSender() : null
  return {
    http,
    db,
    jobs,
    mailPort: attending.mailPort,
    async stop() {
      for (const part of [attending, ...sockets, indexer, webhookSender]) await part?.close()
      await closeHttpServer(http)
      await linkUses.close()
      await articleReads.close()
      await jobs.stop()
      await files.close()
      await close()
    },
  }
}

const portOf = ({ server }: FastifyInstance): number => (server.address() as AddressInfo | null)?.port ?? 0
