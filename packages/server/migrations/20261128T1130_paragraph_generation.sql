-- Whether paragraphs of a person's new recordings are generated without being asked for.
alter table users
  add column paragraphs_auto_generation text not null default 'manually'
    check (paragraphs_auto_generation in ('manually', 'automatically'));
