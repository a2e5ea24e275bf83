import { errorDrawing, StateFrame, type StateFrameProps } from './state-frame.tsx'

const accent = 'var(--accent-text)'

/** 120 × 80, one line weight, one accent stroke each. */
const drawings = {
  article: (
    <>
      <rect x="31" y="12" width="58" height="40" rx="6" />
      <path d="M39 60h42M39 67h26" />
      <path d="M55 25v14l12-7z" stroke={accent} />
    </>
  ),
  newArticle: (
    <>
      <rect x="22" y="12" width="58" height="40" rx="6" />
      <path d="M30 60h42M30 67h26" />
      <path d="M46 25v14l12-7z" stroke={accent} />
      <circle cx="94" cy="58" r="10" />
      <path d="M94 53v10M89 58h10" stroke={accent} />
    </>
  ),
  draft: (
    <>
      <path d="M36 10h32l16 16v38a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6z" />
      <path d="M68 10v16h16" />
      <path d="M46 38h22M46 47h28M46 56h12" />
      <path d="M66 60l20-20 6 6-20 20-8 2z" stroke={accent} fill="var(--surface-page)" />
    </>
  ),
  noMatch: (
    <>
      <rect x="20" y="16" width="80" height="14" rx="7" />
      <rect x="20" y="38" width="52" height="12" rx="6" strokeDasharray="3 5" />
      <rect x="20" y="58" width="38" height="12" rx="6" strokeDasharray="3 5" />
      <circle cx="86" cy="52" r="11" stroke={accent} />
      <path d="M94 60l9 9" stroke={accent} />
    </>
  ),
  comments: (
    <>
      <path d="M26 14h46a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H46L34 58V48h-8a6 6 0 0 1-6-6V20a6 6 0 0 1 6-6z" />
      <path d="M32 26h34M32 35h20" />
      <path d="M88 34h6a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6h-2v8l-10-8H66" stroke={accent} />
    </>
  ),
  people: (
    <>
      <circle cx="60" cy="26" r="12" stroke={accent} />
      <path d="M38 68c0-12 9-20 22-20s22 8 22 20" stroke={accent} />
      <circle cx="26" cy="34" r="9" />
      <path d="M10 66c0-10 6-16 16-16 3 0 6 1 8 2" />
      <circle cx="94" cy="34" r="9" />
      <path d="M110 66c0-10-6-16-16-16-3 0-6 1-8 2" />
    </>
  ),
  workspaces: (
    <>
      <rect x="24" y="16" width="32" height="22" rx="5" />
      <rect x="64" y="16" width="32" height="22" rx="5" />
      <rect x="24" y="46" width="32" height="22" rx="5" />
      <path d="M80 49v16M72 57h16" stroke={accent} />
    </>
  ),
  error: errorDrawing,
  locked: (
    <>
      <rect x="38" y="34" width="44" height="34" rx="6" />
      <path d="M46 34V24a14 14 0 0 1 28 0v10" />
      <path d="M60 47v8" stroke={accent} />
    </>
  ),
  lost: (
    <>
      <path d="M20 62h80" />
      <path d="M58 62V20" />
      <path d="M58 22h26l8 7-8 7H58z" />
      <path d="M58 40H36l-8 6 8 6h22" stroke={accent} />
    </>
  ),
  notYet: (
    <>
      <rect x="30" y="14" width="60" height="52" rx="6" />
      <path d="M30 28h60M44 8v12M76 8v12" />
      <path d="M60 38v10l7 5" stroke={accent} />
    </>
  ),
}

export type Drawing = keyof typeof drawings

type EmptyStateProps = Omit<StateFrameProps, 'art'> & { drawing: Drawing }

/** A small drawing, one sentence, and at most one button. */
export const EmptyState = ({ drawing, ...rest }: EmptyStateProps) => <StateFrame art={drawings[drawing]} {...rest} />
