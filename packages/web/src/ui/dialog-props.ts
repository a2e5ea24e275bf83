/** What every dialog gets beside its own props; both go straight to Mantine's Modal. */
export type DialogProps = { opened: boolean; onClose: () => void }

export type Confirmation = {
  /** Names the thing: Delete “Phone list, APAC”. */
  title: string
  /** What happens to whom, and whether it can be undone. */
  body: string
  /** Says what happens, not "Yes": Delete article. */
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
}
