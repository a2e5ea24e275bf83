import { rule } from './authorise.ts'

export const installationPolicy = {
  /** The back office. It does not exist for anybody but super admins, whatever the state of their company. */
  'installation.manage': rule<object>({
    load: async (_db, actor) => (actor?.isSuperAdmin ? {} : null),
    may: () => true,
    isBeyondCompany: true,
  }),
}
