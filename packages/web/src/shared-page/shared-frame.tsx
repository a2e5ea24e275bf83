import '../ui/style/mantine-parts.css'
import '../ui/style/parts.css'
import type { ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { SharedPage } from '@knowreel/shared/share/share.calls.ts'
import { CompanyLogo } from '../ui/identity/company-logo.tsx'
import { readToken } from '../platform/session/session-token.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { SkipLink } from '../ui/page/page-frame.tsx'
import { plainSignIn } from '../user/index.ts'
import { copySharedPage, type OpenedLink, type SharedSearch } from '../share/index.ts'
import * as texts from './texts.ts'
import styles from './shared-page.module.css'

type SharedFrameProps = {
  /** Undefined while loading. */
  company: SharedPage['company'] | undefined
  link: OpenedLink
  search: SharedSearch
  /** Path of the article in its workspace, for people who may see that. */
  workspacePath: string | null
  /** At the left end of the bar. */
  tools?: ReactNode
  /** Before the actions that every page has. */
  actions?: ReactNode
  children: ReactNode
}

/** The company of the article, and the actions of the page. */
export function SharedFrame({ company, link, search, workspacePath, tools, actions, children }: SharedFrameProps) {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        {tools}
        <span className={styles.company}>
          {company && (
            <>
              <CompanyLogo company={{ ...company, id: company.title }} size={32} />
              <span className="kr-trunc" title={company.title}>
                {company.title}
              </span>
            </>
          )}
        </span>
        {actions}
        {/* A native title: a tooltip component is more code than the rest of the page. */}
        <ActionIcon
          aria-label={texts.copyLink}
          title={texts.copyLink}
          disabled={!company}
          onClick={() => void copySharedPage(link, search)}
        >
          <IconLink />
        </ActionIcon>
        <WorkspaceOrSignInLink workspacePath={workspacePath} />
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  )
}

function WorkspaceOrSignInLink({ workspacePath }: { workspacePath: string | null }) {
  if (workspacePath !== null) return <LinkButton to={workspacePath}>{texts.openInWorkspace}</LinkButton>
  return readToken() === null ? (
    <LinkButton {...plainSignIn}>{texts.signIn}</LinkButton>
  ) : (
    <LinkButton to="/">{texts.home}</LinkButton>
  )
}
