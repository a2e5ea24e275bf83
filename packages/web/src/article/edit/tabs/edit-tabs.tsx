import { IconPin } from '@tabler/icons-react'
import { articleLimits, displayedTabTitle } from '@knowreel/shared/article/article.rules.ts'
import { moveTabFocus } from '../../../ui/move-tab-focus.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'
import styles from '../../../ui/tabs.module.css'
import * as texts from '../texts.ts'

type EditTabsProps = Pick<EditingContext, 'store'> & { activeId: string | null; onShow: (tabId: string) => void }

/** The tabs above the text, as readers will see them. */
export function EditTabs({ store, activeId, onShow }: EditTabsProps) {
  const { list, pinnedId } = useDraft(store, ({ fields }) => fields.tabs)
  return (
    <div className={styles.strip}>
      <div role="tablist" aria-label={texts.notes} className={styles.tabs} onKeyDown={moveTabFocus}>
        {list.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            aria-selected={tab.id === activeId}
            tabIndex={tab.id === activeId || (activeId === null && index === 0) ? 0 : -1}
            className={styles.tab}
            title={tab.title}
            onClick={() => onShow(tab.id)}
          >
            {tab.id === pinnedId && <IconPin className="kr-icon-16" aria-label={texts.pinned} />}
            {displayedTabTitle(tab.title, tab.id === pinnedId)}
          </button>
        ))}
      </div>
      <span className={styles.end}>{texts.tabsOfLimit(list.length, articleLimits.textTabs)}</span>
    </div>
  )
}
