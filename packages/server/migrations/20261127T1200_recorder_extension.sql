-- What was clicked and opened while recording: [{ "at": ms, "kind": "click" | "navigation", "title": text, "url": text }].
alter table videos add column step_hints jsonb not null default '[]';

alter table one_use_tokens drop constraint one_use_tokens_purpose_check;
alter table one_use_tokens add constraint one_use_tokens_purpose_check
  check (purpose in ('log-in', 'reset-password', 'confirm-email', 'ticket', 'oidc', 'extension'));
