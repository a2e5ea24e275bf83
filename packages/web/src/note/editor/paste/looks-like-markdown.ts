const markdownPatterns: readonly RegExp[] = [
  // A fence, a task, or the delimiter row of a table.
  /^ {0,3}(?:```|~~~)/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^ {0,3}\|?(?: *:?-{2,}:? *\|)+ *:?-*:? *\|? *$/m,
  // A heading that stands alone: in settings files "#" begins a remark on the next line.
  /(?:^|\n\s*\n)#{1,6} \S[^\n]*(?:\n\s*(?:\n|$)|$)/,
  // Two items in a row.
  /^(?:[-*+] \S[^\n]*\n\s*){2}|^[-*+] \S[^\n]*\n+[-*+] \S/m,
  /^1[.)] \S[^\n]*\n+2[.)] \S/m,
  /^> \S/m,
  // Words in bold, and a link.
  /(?:^|[\s(])\*\*\S[^*\n]*\*\*/m,
  /\[[^\]\n]+\]\((?:https?:\/\/|mailto:|\/)[^)\s]*\)/,
]

/** Whether plain text was meant as Markdown: one sure sign is enough, a lone "#" or "-" is none. */
export const looksLikeMarkdown = (text: string): boolean => markdownPatterns.some((sign) => sign.test(text))
