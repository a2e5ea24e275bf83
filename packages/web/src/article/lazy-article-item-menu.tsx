import { later } from '../ui/later.tsx'

export const ArticleItemMenu = later(() => import('./article-item-menu.tsx').then((module) => module.ArticleItemMenu))
