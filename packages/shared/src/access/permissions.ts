/**
 * The names of all permissions. The rule behind each stands in the server, in the policy file of its feature; answers
 * carry `abilities`, so screens never restate a rule.
 */
export const permissions = [
  'session.end',
  'company.view',
  'company.edit',
  'company.manageUsers',
  'company.manageGroups',
  'companyUser.setRole',
  'companyUser.setStatus',
  'companyUser.remove',
  'invitation.withdraw',
  'group.manage',
  'workspace.view',
  'workspace.viewPeople',
  'workspace.favorite',
  'workspace.edit',
  'workspace.delete',
  'workspace.archive',
  'workspace.manage',
  'workspace.reorder',
  'article.view',
  'article.edit',
  'article.save',
  'article.download',
  'article.versions',
  'draft.view',
  'draft.edit',
  'file.upload',
  'file.view',
  'exchange.exportWorkspace',
  'exchange.exportArticle',
  'exchange.import',
] as const

export type Permission = (typeof permissions)[number]
