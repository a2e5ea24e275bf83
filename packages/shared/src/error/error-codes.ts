/**
 * Every refusal of the product, each with its HTTP status and its words. The union is closed: a code that is not here
 * cannot be thrown. Clients and people rely on the words: they change only on purpose.
 */
type ErrorMeaning = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly message: string
}

export const errorCodes = {
  unreadable_request: { status: 400, message: 'The request could not be read' },
  not_signed_in: { status: 401, message: 'Please sign in' },
  forbidden: { status: 403, message: 'You are not allowed to do this' },
  company_deactivated: { status: 403, message: 'The company is deactivated' },
  user_inactive_in_company: { status: 403, message: 'Your account in this company is deactivated' },
  company_not_paid: { status: 403, message: 'The company has no active subscription' },
  no_company: { status: 403, message: 'Create a company first' },
  not_found: { status: 404, message: 'Not found' },
  workspace_not_found: { status: 404, message: "You don't have access to this workspace" },
  draft_published: { status: 404, message: 'This draft was published' },
  draft_changed: { status: 409, message: 'The article was changed by someone else' },
  order_changed: { status: 409, message: 'The order of the articles was changed by someone else' },
  already_member: { status: 409, message: 'This person is already a member' },
  already_invited: { status: 409, message: 'This person is already invited' },
  two_factor_is_on: { status: 409, message: 'Two-factor sign-in is already on' },
  two_factor_is_off: { status: 409, message: 'Two-factor sign-in is not on' },
  slug_taken: { status: 409, message: 'Domain name is not available' },
  already_published: { status: 409, message: 'This draft was already published' },
  video_not_uploaded: { status: 409, message: 'The video is not uploaded yet' },
  too_large: { status: 413, message: 'The request is too large' },
  wrong_media_type: { status: 415, message: 'This kind of content is not accepted here' },
  invalid_input: { status: 422, message: 'Some fields are not right' },
  wrong_credentials: { status: 422, message: 'The email or the password is not right' },
  link_used: { status: 422, message: 'This link has expired or was already used' },
  invitation_ended: { status: 422, message: 'This invitation has expired or was withdrawn' },
  two_factor_needed: { status: 422, message: 'Please enter the code of your authenticator app' },
  wrong_code: { status: 422, message: 'The code is not right' },
  email_not_confirmed: { status: 422, message: 'Please confirm your email first' },
  role_not_allowed: { status: 422, message: 'You cannot give this role' },
  owner_fixed: { status: 422, message: 'The role of the owner can not be changed' },
  unknown_user: { status: 422, message: 'This person can not be found' },
  unknown_group: { status: 422, message: 'This group can not be found' },
  image_format: { status: 422, message: 'Not allowed file format' },
  email_taken: { status: 422, message: 'An account with this email already exists' },
  wrong_password: { status: 422, message: 'The current password is not right' },
  passwords_differ: { status: 422, message: 'Passwords do not match' },
  article_title_empty: { status: 422, message: 'Article title can not be empty' },
  article_workspace_empty: { status: 422, message: 'Article workspace can not be empty' },
  too_many_text_tabs: { status: 422, message: 'An article can have three note tabs' },
  note_too_large: { status: 422, message: 'The note is too large' },
  text_tab_key_taken: { status: 422, message: 'Two note tabs have the same key' },
  unknown_workspace: { status: 422, message: 'This workspace can not be chosen' },
  unknown_article: { status: 422, message: 'One of the articles can not be found' },
  order_too_deep: { status: 422, message: 'Articles can be nested up to 20 levels' },
  order_has_cycle: { status: 422, message: 'An article can not stand twice in the order' },
  order_wrong_parent: { status: 422, message: 'An article can be nested only under a text article' },
  parent_not_text: { status: 422, message: 'An article can be nested only under a text article' },
  paragraph_title_empty: { status: 422, message: 'Title is required' },
  paragraph_too_close: {
    status: 422,
    message: 'You can not add paragraph at this position. Too close to another paragraph.',
  },
  paragraph_levels: { status: 422, message: 'Only two levels allowed' },
  paragraph_move: { status: 422, message: 'You can not move paragraph in this way' },
  paragraph_merge_first: { status: 422, message: 'This paragraph can not be joined to previous' },
  personal_workspace_fixed: { status: 422, message: 'The personal workspace can not be changed' },
  workspace_company_deactivated: { status: 422, message: 'The company of this workspace is deactivated' },
  workspace_archived: { status: 422, message: 'The workspace is archived' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again' },
  internal: { status: 500, message: 'Something went wrong on our side' },
  unavailable: { status: 503, message: 'This part is not available right now' },
} as const satisfies Record<string, ErrorMeaning>

export type ErrorCode = keyof typeof errorCodes
