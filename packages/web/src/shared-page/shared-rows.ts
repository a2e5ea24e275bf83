import type { SharedPage } from '@knowreel/shared/share/share.calls.ts'

type Child = SharedPage['children'][number]

type SharedRow = Pick<Child, 'id' | 'shortId' | 'title' | 'icon' | 'duration'> & {
  /** 0 is the shared article itself. */
  readonly level: number
}

/** The articles of a link as a tree, each under its parent; one whose parent is missing is under the shared article. */
export function sharedRows(root: Omit<SharedRow, 'level'>, children: readonly Child[]): SharedRow[] {
  const known = new Set(children.map(({ id }) => id))
  const below = Map.groupBy(children, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : root.id))
  const rows: SharedRow[] = []
  const add = (row: SharedRow) => {
    rows.push(row)
    for (const child of below.get(row.id) ?? []) add({ ...child, level: row.level + 1 })
  }
  add({ ...root, level: 0 })
  return rows
}
