import type { ComponentProps } from 'react'
import { AnchoredMenu } from '../../ui/menu/anchored-menu.tsx'
import type { AnchoredMenuControl } from '../../ui/menu/menu-button.tsx'
import { ArticleItemMenu } from './article-item-menu.tsx'

type ArticleMenuListProps = AnchoredMenuControl & { items: ComponentProps<typeof ArticleItemMenu> }

export const ArticleMenuList = ({ items, ...anchored }: ArticleMenuListProps) => (
  <AnchoredMenu {...anchored}>
    <ArticleItemMenu {...items} />
  </AnchoredMenu>
)
