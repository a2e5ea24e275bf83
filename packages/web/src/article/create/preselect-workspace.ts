import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { editableWorkspaces } from '../../workspace/index.ts'

type WorkspaceList = Parameters<typeof editableWorkspaces>[0]
type Owner = { readonly id: string; readonly company: { readonly id: string } | null }

const keyOf = ({ id, company }: Owner) => `knowreel.created-in:${id}:${company?.id ?? ''}`

/** Remembers, in this browser, where the person last created an article. */
export const rememberWorkspace = (owner: Owner, workspaceId: string): void => writeSetting(keyOf(owner), workspaceId)

/**
 * The workspace of a new article: the wanted one, else the one used last, else the only one, else the only one besides
 * the personal one, else the only one for the whole company. Null if the person has to choose. Long or short ids are
 * accepted, the long one is returned.
 */
export function preselectWorkspace(list: WorkspaceList, owner: Owner, wanted?: string): string | null {
  const workspaces = editableWorkspaces(list)
  const find = (anyId: string | null | undefined) =>
    workspaces.find(({ id, shortId }) => anyId === id || anyId === shortId)?.id
  const notPersonal = workspaces.filter(({ visibility }) => visibility !== 'personal')
  const ofCompany = workspaces.filter(({ visibility }) => visibility === 'organization')
  const onlyOne = [workspaces, notPersonal, ofCompany].find(({ length }) => length === 1)?.[0]?.id
  return find(wanted) ?? find(readSetting(keyOf(owner))) ?? onlyOne ?? null
}
