/** Props that every dialog receives in addition to its own; both are passed to Mantine's Modal. */
export type DialogProps = { opened: boolean; onClose: () => void }

export type Confirmation = {
  /** Names the action and its object: Delete “Phone list, APAC”. */
  title: string
  /** The effect on people and content, and whether it can be undone. */
  body: string
  /** A verb and its object instead of "Yes": Delete article. */
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
}
