/**
 * The names of all permissions. The rule behind each stands in the server, in the policy file of its feature; answers
 * carry `abilities`, so screens never restate a rule.
 */
export const permissions = [
  'workspace.view',
  'workspace.favorite',
  'workspace.edit',
  'workspace.delete',
  'workspace.archive',
  'workspace.manage',
  'workspace.reorder',
  'article.view',
  'article.edit',
  'article.save',
  'draft.view',
  'draft.edit',
] as const

export type Permission = (typeof permissions)[number]
