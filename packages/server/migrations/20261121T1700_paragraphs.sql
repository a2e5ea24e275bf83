-- The paragraphs of a video article as a tree; see shared/src/video/paragraph-tree.ts. `duration` follows from it.
alter table articles add column paragraphs jsonb not null default '[]';
