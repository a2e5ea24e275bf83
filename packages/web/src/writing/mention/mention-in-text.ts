import { noteMention, type NoteMention } from '@knowreel/shared/note/mentioned-person.ts'

/** A mention in the text and its element. */
export type MentionInText = NoteMention & { readonly element: HTMLElement }

/** The clicked mention, or null. */
export function mentionAt(target: EventTarget | null): MentionInText | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-mention]') : null
  const mention = element && noteMention({ id: element.dataset.mention, label: element.dataset.label })
  return element && mention ? { ...mention, element } : null
}
