/** A small company with every persona of the access table, and one valid request for each call. */
import type { CallName } from '@knowreel/shared/catalogue/call-names.ts'
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../src/company/company.builder.ts'
import type { Db } from '../src/platform/database/db.ts'
import { buildUser, type BuiltUser } from '../src/user/user.builder.ts'
import { grantWorkspaceRole } from '../src/workspace/workspace.builder.ts'
import { aiSamples } from './access/ai-samples.ts'
import { articleSamples } from './access/article-samples.ts'
import { billingSamples } from './access/billing-samples.ts'
import { meetingSamples } from './access/meeting-samples.ts'
import { webhookSamples } from './access/webhook-samples.ts'
import { buildSubjects, type Subjects } from './access/subjects.ts'

/**
 * The callers: the columns of the access table, in order. From the colleague to the owner of the workspace they are
 * plain users of the company; the next three have a role in the company and none in the workspace. The stranger owns
 * another company; the super admin is a plain user of a third.
 */
export const personas = [
  'guest',
  'stranger',
  'colleague',
  'viewer',
  'editor',
  'admin',
  'owner',
  'moderator',
  'companyAdmin',
  'companyOwner',
  'superAdmin',
  'deactivated',
] as const
export type Persona = (typeof personas)[number]
export type SignedIn = Exclude<Persona, 'guest'>

export type World = Subjects & {
  readonly otherCompany: BuiltCompany
  readonly thirdCompany: BuiltCompany
  readonly people: Readonly<Record<SignedIn, BuiltUser>>
}

export async function buildWorld(db: Db): Promise<World> {
  const [company, otherCompany, thirdCompany] = await Promise.all([
    buildCompany(db),
    buildCompany(db, { title: 'Another company', isBilling: true, subscriptionStatus: 'active' }),
    buildCompany(db, { title: 'A third company' }),
  ])
  const [owner, viewer, editor, admin, moderator, companyAdmin, superAdmin, deactivated] = await Promise.all([
    buildMember(db, company),
    buildMember(db, company),
    buildMember(db, company),
    buildMember(db, company),
    buildMember(db, company, { role: 'moderator' }),
    buildMember(db, company, { role: 'admin' }),
    buildUser(db, { isSuperAdmin: true }).then((user) => buildMember(db, thirdCompany, { user })),
    buildMember(db, company, { status: 'deactivated' }),
  ])
  const things = await buildSubjects(db, { company, owner, groupMember: viewer })
  const { workspace, colleague } = things
  await Promise.all([
    grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' }),
    grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' }),
    grantWorkspaceRole(db, { workspace, user: admin, role: 'admin' }),
  ])
  const people = {
    stranger: otherCompany.owner,
    colleague,
    viewer,
    editor,
    admin,
    owner,
    moderator,
    companyAdmin,
    companyOwner: company.owner,
    superAdmin,
    deactivated,
  }
  return { ...things, otherCompany, thirdCompany, people }
}

/** The company of this persona's session. */
export function companyOf(world: World, persona: SignedIn): BuiltCompany {
  if (persona === 'stranger') return world.otherCompany
  return persona === 'superAdmin' ? world.thirdCompany : world.company
}

export type { CallName }

export type SampleRequest = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

const askedQuestion: SearchResult = {
  ...emptyResult,
  id: 'none:Where are the site keys?',
  category: 'none',
  title: 'Where are the site keys?',
}

/** One request per call that matches its declaration. A call without a sample does not compile. */
export const sampleRequests: Record<CallName, (world: World) => SampleRequest> = {
  'account.requestPasswordReset': () => ({ body: { email: 'nobody@example.com' } }),
  'account.resetPassword': () => ({ body: { token: 'no-such-token', password: 'correct horse battery' } }),
  'account.signUp': () => ({
    body: {
      firstName: 'Jonas',
      lastName: 'Lindqvist',
      email: `${newKey()}@example.com`,
      password: 'correct horse battery',
      companyTitle: 'Lindqvist Partners',
    },
  }),
  'admin.cleanVideos': () => ({}),
  'admin.companyOwner': ({ company }) => ({ params: { id: company.id } }),
  'admin.companyStats': ({ company }) => ({ params: { id: company.id } }),
  'admin.companyUsers': ({ company }) => ({ params: { id: company.id } }),
  'admin.countJobs': () => ({}),
  'admin.createDomain': ({ company }) => ({ params: { id: company.id } }),
  'admin.getCompany': ({ company }) => ({ params: { id: company.id } }),
  'admin.logInAs': ({ company }) => ({ params: { id: company.id } }),
  'admin.removeCompany': ({ company }) => ({ params: { id: company.id }, body: { title: company.title } }),
  'admin.removeDoneJobs': () => ({}),
  'admin.removeJob': () => ({ params: { id: newId() } }),
  'admin.removeUser': ({ company, colleague }) => ({ body: { companyId: company.id, userId: colleague.id } }),
  'admin.resetJob': () => ({ params: { id: newId() } }),
  'admin.searchCompanies': () => ({ params: { q: '0' }, query: { page: '1', ai: '0' } }),
  'admin.searchJobs': () => ({ params: { q: 'remove' } }),
  'admin.setAi': ({ company }) => ({ params: { id: company.id }, body: { isAiEnabled: true } }),
  'admin.setBilling': ({ company }) => ({ params: { id: company.id } }),
  'admin.setStatus': ({ company }) => ({ params: { id: company.id }, body: { status: 'deactivated' } }),
  'admin.setUserStatus': ({ company, colleague }) => ({
    params: { userId: colleague.id },
    body: { companyId: company.id, userStatus: 'Deactivated' },
  }),
  'admin.stats': () => ({}),
  'systemCheck.read': () => ({}),
  'systemCheck.run': () => ({}),
  'audit.csv': () => ({ query: { from: '2026-01-01' } }),
  'audit.csvOfAll': () => ({}),
  'audit.list': () => ({ query: { q: 'ines' } }),
  'audit.listAll': ({ company }) => ({ query: { companyId: company.id, action: 'signed_in' } }),
  ...billingSamples,
  ...aiSamples,
  'apiKey.list': () => ({}),
  'apiKey.create': () => ({
    body: { name: 'Release notes', scope: 'read', workspaceIds: null, expiresInDays: 30 },
  }),
  'apiKey.revoke': ({ apiKey }) => ({ params: { id: apiKey.id } }),
  ...articleSamples,
  'comment.count': ({ article }) => ({ params: { articleId: article.shortId } }),
  'comment.create': ({ article, comment }) => ({
    params: { articleId: article.id },
    body: {
      newComment: {
        clientId: newId(),
        content: '<p>Two minutes are <strong>not</strong> enough.</p>',
        parentId: comment.id,
      },
      isEditing: false,
    },
  }),
  'comment.get': ({ article, comment }) => ({ params: { articleId: article.id, id: comment.id } }),
  'comment.list': ({ article }) => ({ params: { articleId: article.id }, query: { limit: '100' } }),
  'comment.remove': ({ article, comment }) => ({ params: { articleId: article.shortId, id: comment.id } }),
  'comment.update': ({ article, comment }) => ({
    params: { articleId: article.id, id: comment.id },
    body: { updatedContent: { reaction: { content: '🔥', isOn: true }, isResolved: true } },
  }),
  'company.bySlug': ({ company }) => ({ params: { slug: `company-${company.id}` } }),
  'company.create': () => ({ body: { title: `Brightmeter ${newKey()}` } }),
  'company.certificate': () => ({ query: { domain: 'nobody.knowreel.example' } }),
  'company.domain': () => ({ params: { name: 'brightmeter' } }),
  'company.info': ({ company }) => ({ params: { id: company.id } }),
  'company.list': () => ({}),
  'company.paidStatus': () => ({}),
  'company.slug': ({ company }) => ({ params: { id: company.id } }),
  'company.status': () => ({}),
  'company.switch': ({ company }) => ({ params: { id: company.id } }),
  'company.update': () => ({ body: { title: 'A new name' } }),
  'companyUser.create': () => ({
    body: { firstName: 'Sara', lastName: 'Lund', email: `${newId()}@example.com`, role: 'user' },
  }),
  'companyUser.list': () => ({}),
  'companyUser.remove': ({ colleague }) => ({ params: { id: colleague.id } }),
  'companyUser.setRole': ({ colleague }) => ({ params: { id: colleague.id }, body: { role: 'moderator' } }),
  'companyUser.setStatus': ({ colleague }) => ({ params: { id: colleague.id }, body: { status: 'Deactivated' } }),
  'draft.append': ({ draft }) => ({ params: { id: draft.id }, body: { text: '<p>Added.</p>' } }),
  'draft.count': () => ({}),
  'draft.discard': ({ draft }) => ({ params: { id: draft.id }, body: {} }),
  'draft.discardHash': ({ draft }) => ({ params: { id: draft.id } }),
  'draft.get': ({ draft }) => ({ params: { id: draft.shortId } }),
  'draft.list': () => ({ query: { page: '1', type: 'notes' } }),
  'draft.remove': ({ draft }) => ({ params: { id: draft.id } }),
  // This site has no titles, so nothing is requested.
  'embed.title': ({ article }) => ({
    query: { articleId: article.shortId, url: 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit' },
  }),
  // Other tests send bytes; here the body is empty.
  'fileAttachment.upload': ({ article }) => ({ query: { articleId: article.shortId } }),
  'fileAttachment.url': ({ article, files }) => ({ body: { path: files.attachment, articleId: article.id } }),
  'importExport.exportArticle': ({ article }) => ({ params: { id: article.id }, body: { format: 'markdown' } }),
  'importExport.exportWorkspace': ({ workspace }) => ({ params: { id: workspace.id }, body: { format: 'html' } }),
  'importExport.getJob': () => ({ params: { id: newId() } }),
  'importExport.importInto': ({ workspace }) => ({
    params: { id: workspace.id },
    body: { files: [{ name: 'Handbook.zip', size: 1000 }] },
  }),
  'importExport.listJobs': () => ({}),
  'importExport.removeJob': () => ({ params: { id: newId() } }),
  'finder.search': () => ({ params: { query: 'ines' }, query: { invited: '1' } }),
  'group.addInvitedUser': ({ group, invitation }) => ({
    params: { id: group.shortId },
    body: { email: invitation.email },
  }),
  'group.addUser': ({ group, colleague }) => ({ params: { id: group.id }, body: { userId: colleague.id } }),
  'group.create': () => ({ body: { title: 'Support' } }),
  'group.get': ({ group }) => ({ params: { id: group.shortId } }),
  'group.invitedUsers': ({ group }) => ({ params: { id: group.id } }),
  'group.list': () => ({}),
  'group.remove': ({ group }) => ({ params: { id: group.id } }),
  'group.removeInvitedUser': ({ group }) => ({ params: { id: group.id, email: group.invitedEmail } }),
  'group.removeUser': ({ group }) => ({ params: { id: group.id, userId: group.member.id } }),
  'group.save': ({ group }) => ({ params: { id: group.id }, body: { title: 'Field engineers, north' } }),
  'group.search': () => ({ params: { q: 'field' } }),
  'group.users': ({ group }) => ({ params: { id: group.id } }),
  'image.upload': ({ article }) => ({
    query: { articleId: article.id },
    body: { url: 'http://169.254.169.254/picture.png' },
  }),
  'image.url': ({ article, files }) => ({ body: { path: files.image, articleId: article.shortId, width: 960 } }),
  'invitation.accept': ({ invitation }) => ({
    params: { token: invitation.token },
    body: { password: 'correct horse battery' },
  }),
  'invitation.get': ({ invitation }) => ({ params: { token: invitation.token } }),
  'invitation.invite': () => ({
    body: { firstName: 'Sara', lastName: 'Lund', email: `${newId()}@example.com`, role: 'user', sendEmail: false },
  }),
  'invitation.list': () => ({}),
  'invitation.withdraw': ({ invitation }) => ({ params: { id: invitation.id } }),
  ...meetingSamples,
  ...webhookSamples,
  'notification.articleFollow': ({ article }) => ({ params: { id: article.shortId } }),
  'notification.followArticle': ({ article }) => ({ params: { id: article.id }, body: { follow: 'muted' } }),
  'notification.followWorkspace': ({ workspace }) => ({ params: { id: workspace.id }, body: { follow: 'followed' } }),
  'notification.follows': () => ({}),
  'notification.list': () => ({ query: { t: '60' } }),
  'notification.read': () => ({ params: { id: newId() } }),
  'notification.readAll': () => ({}),
  'notification.saveSettings': () => ({ body: { comments: 'daily', timeZone: 'Europe/Kyiv' } }),
  'notification.settings': () => ({}),
  'notification.unsubscribe': () => ({ body: { token: 'no-such-token' } }),
  'notification.workspaceFollow': ({ workspace }) => ({ params: { id: workspace.shortId } }),
  'errorReport.report': () => ({ body: { type: 'TypeError', message: 'x', frames: [], page: '/article/$id' } }),
  'health.health': () => ({}),
  'share.addEntities': ({ article, colleague, group, invitation }) => ({
    params: { id: article.id },
    body: {
      entities: [
        { type: 'user', id: colleague.id },
        { type: 'group', id: group.shortId },
        { type: 'invited', id: invitation.id, email: invitation.email },
      ],
    },
  }),
  'share.entities': ({ article }) => ({ params: { id: article.id } }),
  'share.get': ({ article }) => ({ params: { id: article.shortId } }),
  'share.links': () => ({}),
  'share.removeEntity': ({ article, group }) => ({ params: { id: article.id }, body: { entityId: group.id } }),
  'share.updateEntity': ({ article, group }) => ({
    params: { id: article.id },
    body: { entityId: group.id, mayComment: false },
  }),
  'share.save': ({ article }) => ({
    params: { id: article.id },
    body: { id: article.id, shared: true, isRefreshToken: true, isWithSubArticles: true },
  }),
  'share.token': ({ article }) => ({ params: { id: article.id }, query: { isPrivate: '1' } }),
  'sharedBrowse.attachmentUrl': ({ links, files }) => ({ body: { token: links.token, path: files.attachment } }),
  'sharedBrowse.check': ({ links, article }) => ({
    params: { token: links.token },
    query: { articleId: article.id },
  }),
  'sharedBrowse.companyLogo': ({ article }) => ({ params: { articleId: article.id } }),
  'sharedBrowse.imageUrl': ({ links, files }) => ({ body: { token: links.token, path: [files.image], width: 640 } }),
  'sharedBrowse.oembed': ({ links }) => ({
    query: { url: `https://kb.example.com/b/shared/${links.token}`, format: 'json' },
  }),
  'sharedBrowse.open': ({ links }) => ({ params: { token: links.token } }),
  'sharedBrowse.openPrivate': ({ links }) => ({ params: { token: links.privateToken } }),
  'sharedBrowse.unlock': ({ links }) => ({ params: { token: links.token }, body: { password: 'tide-table' } }),
  'reaction.create': ({ article }) => ({
    params: { id: article.id },
    body: { icon: '👍', time: 1200, paragraphId: newKey() },
  }),
  'reaction.find': ({ article, comment }) => ({ params: { id: article.id }, query: { commentId: comment.id } }),
  'reaction.list': ({ article }) => ({ params: { id: article.shortId } }),
  'reaction.remove': ({ article, reaction }) => ({ params: { id: article.id, reactionId: reaction.id } }),
  'review.confirm': ({ article }) => ({ params: { id: article.id } }),
  'review.get': ({ article }) => ({ params: { id: article.shortId } }),
  'review.remove': ({ article }) => ({ params: { id: article.id } }),
  'review.save': ({ article, people }) => ({
    params: { id: article.id },
    body: { ownerId: people.owner.id, reviewAt: '2099-01-31', everyMonths: 6 },
  }),
  'search.global': () => ({ params: { q: 'meter' } }),
  'search.history': () => ({}),
  'search.addToHistory': () => ({ body: { question: askedQuestion } }),
  'search.moveUpInHistory': () => ({ params: { id: newId() }, body: { question: askedQuestion } }),
  'tag.search': () => ({ params: { q: 'meter' } }),
  'session.end': ({ session }) => ({ params: { id: session.id } }),
  'session.endOthers': () => ({}),
  'session.list': () => ({}),
  'session.logIn': () => ({ body: { email: 'nobody@example.com', password: 'no password' } }),
  'session.logOut': () => ({}),
  'session.providers': () => ({}),
  'session.ticket': () => ({}),
  'session.extensionTicket': () => ({}),
  'session.connectExtension': () => ({ body: { ticket: 'unknown' } }),
  'template.create': () => ({ body: { title: 'Site visit', text: '<h2>Findings</h2>', isShared: true as const } }),
  'template.get': ({ template }) => ({ params: { id: template.id } }),
  'template.list': () => ({}),
  'template.remove': ({ template }) => ({ params: { id: template.id } }),
  'template.save': ({ template }) => ({ params: { id: template.id }, body: { title: 'Change of a meter' } }),
  'transcription.captions': ({ article }) => ({ params: { id: article.shortId }, query: { format: 'srt' } }),
  'transcription.editWords': ({ article }) => ({
    params: { id: article.id },
    body: { videoId: newId(), from: 0, to: 1000, words: [{ start: 0, end: 500, text: 'Hello', speaker: null }] },
  }),
  'transcription.get': ({ article }) => ({ params: { id: article.id } }),
  'transcription.renameSpeaker': ({ article }) => ({
    params: { id: article.id },
    body: { from: 'Speaker 1', to: 'Ines' },
  }),
  'transcription.uploadCaptions': ({ article }) => ({
    params: { id: article.id },
    body: { captions: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello' },
  }),
  'transcription.words': ({ article }) => ({ params: { id: article.shortId } }),
  'twoFactor.confirm': () => ({ body: { code: '000000' } }),
  'twoFactor.get': () => ({}),
  'twoFactor.renewRecoveryCodes': () => ({ body: {} }),
  'twoFactor.start': () => ({ body: {} }),
  'twoFactor.turnOff': () => ({ body: {} }),
  'user.me': () => ({}),
  'user.firstSteps': () => ({}),
  'user.confirmEmail': () => ({ body: { token: 'no-such-token' } }),
  'user.updateMe': () => ({ body: { jobTitle: 'Engineer', birthDay: '1990-01-31' } }),
  'videoUpload.accept': () => ({ body: { parts: [newId()], name: 'Rooftop.webm', mime: 'video/webm' } }),
  'videoUpload.retry': () => ({ params: { id: newId() }, body: { step: 'poster' } }),
  'videoUpload.status': () => ({ params: { id: newId() } }),
  'videoUpload.url': () => ({}),
  'workspace.articles': ({ workspace }) => ({ params: { id: workspace.id }, query: { withSharing: '1' } }),
  'workspace.articlesCount': ({ workspace }) => ({ params: { id: workspace.id } }),
  'workspace.browse': ({ workspace }) => ({ params: { workspaceId: workspace.shortId } }),
  'workspace.create': () => ({ body: { title: 'Field installation', description: 'Wiring', visibility: 'private' } }),
  'workspace.editable': () => ({ params: { companyId: newId() } }),
  'workspace.favorite': ({ workspace }) => ({ params: { id: workspace.id }, body: { isFavorite: true } }),
  'workspace.get': ({ workspace }) => ({ params: { id: workspace.shortId } }),
  'workspace.getByShortId': ({ workspace }) => ({ params: { shortId: workspace.shortId } }),
  'workspace.list': () => ({ query: { withUsers: '1' } }),
  'slack.connect': ({ workspace }) => ({ params: { id: workspace.id }, body: { code: 'a-code', state: 'a.b.c' } }),
  'slack.disconnect': ({ workspace }) => ({ params: { id: workspace.id } }),
  'workspace.remove': ({ workspace }) => ({ params: { id: workspace.id } }),
  'workspace.save': ({ workspace }) => ({ params: { id: workspace.id }, body: { title: 'A new title' } }),
  'workspace.saveOrder': ({ workspace, article }) => ({
    params: { id: workspace.id },
    body: { order: [{ value: article.id, items: [] }], baseRevision: 0 },
  }),
  'workspace.setArchived': ({ workspace }) => ({ params: { id: workspace.id }, body: { isArchived: true } }),
  'workspaceRole.list': ({ workspace }) => ({ params: { id: workspace.id } }),
  'workspaceRole.listGroups': ({ workspace }) => ({ params: { id: workspace.shortId } }),
  'workspaceRole.remove': ({ workspace, group }) => ({ params: { id: workspace.id, userId: group.member.id } }),
  'workspaceRole.removeGroup': ({ workspace, group }) => ({
    params: { id: workspace.id },
    body: { groupId: group.id },
  }),
  'workspaceRole.save': ({ workspace, colleague }) => ({
    params: { id: workspace.id },
    body: { user: colleague.id, role: 'editor' },
  }),
  'workspaceRole.saveGroup': ({ workspace, group }) => ({
    params: { id: workspace.id },
    body: { groupId: group.id, role: 'editor' },
  }),
}
