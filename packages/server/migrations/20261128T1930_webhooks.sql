-- Addresses of other systems that receive the events of a company (0291).
create table webhooks (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  url text not null,
  events text[] not null,
  is_active boolean not null default true,
  -- Why the server turned it off; null while it is on, or if a person turned it off.
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  -- Sealed. The former secret signs too until its time is over.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_company on webhooks (company_id, created_at);

-- One row per webhook and event, written in the transaction of the change. The log of a webhook are the same rows.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  type text not null,
  -- What the payload is made of. Its links are added when it is sent.
  facts jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'canceled')),
  -- A person asked for this attempt: it is not repeated, and does not turn the webhook off.
  is_manual boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- A sender works on it until then; afterwards another may.
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  duration_ms integer,
  response_status integer,
  response_body text,
  error text check (error in ('refused', 'redirect', 'timeout', 'unreachable')),
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where status = 'waiting';
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_status on webhook_deliveries (webhook_id, status, created_at desc, id desc);
create index webhook_deliveries_old on webhook_deliveries (created_at) where status <> 'waiting';

-- The following functions run in the transaction of every change; without an active webhook they return after one probe
-- of an index.

create function add_webhook_deliveries(company uuid, event text, facts jsonb) returns void language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, type, facts)
  select w.id, event, facts from webhooks w join companies c on c.id = w.company_id
  where w.company_id = company and w.is_active and event = any (w.events) and c.is_activated and c.removed_at is null
  -- Skips a webhook that is deleted at this moment, which would otherwise fail the change.
  for key share of w;
  if found then perform pg_notify('knowreel_webhooks', ''); end if;
end $$;

create function has_active_webhook(company uuid) returns boolean language sql stable as $$
  select exists (select from webhooks where company_id = company and is_active)
$$;

-- Null for a workspace whose articles not every member may read: nothing of it leaves.
create function webhook_workspace(workspace uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'shortId', short_id, 'title', title)
  from workspaces where id = workspace and visibility in ('organization', 'public')
$$;

create function webhook_person(person uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'name', trim(first_name || ' ' || last_name)) from users where id = person
$$;

-- The person whom `nameTransactionActor` named in this transaction.
create function transaction_actor() returns uuid language sql stable as $$
  select nullif(current_setting('knowreel.actor', true), '')::uuid
$$;

create function webhook_article(article articles) returns jsonb language sql stable as $$
  select jsonb_build_object('id', article.id, 'shortId', article.short_id, 'title', article.title, 'slug', article.slug)
$$;

create function is_published_article(article articles) returns boolean language sql immutable as $$
  select article.original_id is null and article.published_at is not null and article.deleted_at is null
$$;

-- An article is told about when it becomes visible to every member, while it is, and when it ceases to be.
create function note_webhook_article() returns trigger language plpgsql as $$
declare
  former jsonb;
  present jsonb;
  author uuid := coalesce(transaction_actor(), new.updated_by_id, new.author_id);
begin
  if tg_op = 'UPDATE' then
    if not has_active_webhook(old.company_id) and not has_active_webhook(new.company_id) then return null; end if;
    if is_published_article(old) then former := webhook_workspace(old.workspace_id); end if;
  elsif not has_active_webhook(new.company_id) then return null;
  end if;
  if is_published_article(new) then present := webhook_workspace(new.workspace_id); end if;
  if former is not null and (present is null or old.company_id <> new.company_id) then
    perform add_webhook_deliveries(old.company_id, 'article.deleted', jsonb_build_object(
      'article', webhook_article(old), 'workspace', former,
      'by', webhook_person(coalesce(transaction_actor(), case when new.updated_at > old.updated_at then new.updated_by_id end))));
    former := null;
  end if;
  if present is null then return null; end if;
  perform add_webhook_deliveries(new.company_id,
    case
      when former is null then 'article.published'
      when new.is_archived and not old.is_archived then 'article.archived'
      else 'article.updated'
    end,
    jsonb_build_object('article', webhook_article(new), 'workspace', present, 'by', webhook_person(author)));
  return null;
end $$;

create trigger webhook_new_article after insert on articles for each row
  when (new.original_id is null and new.published_at is not null and new.deleted_at is null)
  execute function note_webhook_article();
create trigger webhook_changed_article after update on articles for each row
  when (new.original_id is null and (old.published_at is not null or new.published_at is not null)
    and (old.published_at is null, old.updated_at, old.is_archived, old.deleted_at, old.workspace_id, old.company_id)
    is distinct from
    (new.published_at is null, new.updated_at, new.is_archived, new.deleted_at, new.workspace_id, new.company_id))
  execute function note_webhook_article();

create function note_webhook_comment() returns trigger language plpgsql as $$
declare
  article articles;
  workspace jsonb;
begin
  select * into article from articles where id = new.article_id;
  if not has_active_webhook(article.company_id) or not is_published_article(article) then return null; end if;
  workspace := webhook_workspace(article.workspace_id);
  if workspace is null then return null; end if;
  perform add_webhook_deliveries(article.company_id,
    case tg_op when 'INSERT' then 'comment.created' else 'comment.resolved' end,
    jsonb_build_object('comment', jsonb_build_object('id', new.id, 'parentId', new.parent_id),
      'article', webhook_article(article), 'workspace', workspace,
      'by', webhook_person(case tg_op when 'INSERT' then new.author_id else new.resolved_by_id end)));
  return null;
end $$;
create trigger webhook_new_comment after insert on comments for each row execute function note_webhook_comment();
create trigger webhook_resolved_comment after update on comments for each row
  when (old.resolved_at is null and new.resolved_at is not null) execute function note_webhook_comment();

-- Recordings belong to drafts, so only the recording and the workspace are named.
create function note_webhook_recording() returns trigger language plpgsql as $$
declare
  workspace jsonb;
begin
  if not has_active_webhook(new.company_id) then return null; end if;
  select webhook_workspace(coalesce(a.workspace_id, o.workspace_id)) into workspace
  from articles a left join articles o on o.id = a.original_id
  where a.id = new.article_id and a.deleted_at is null;
  if workspace is null then return null; end if;
  perform add_webhook_deliveries(new.company_id, 'recording.ready', jsonb_build_object(
    'recording', jsonb_build_object('id', new.id, 'duration', new.duration), 'workspace', workspace,
    'by', webhook_person(new.user_id)));
  return null;
end $$;
create trigger webhook_ready_recording after update on videos for each row
  when (old.status <> 'finished' and new.status = 'finished') execute function note_webhook_recording();

create function note_webhook_meeting() returns trigger language plpgsql as $$
declare
  workspace jsonb;
begin
  if not has_active_webhook(new.company_id) then return null; end if;
  -- Meetings of a deleted workspace belong to the organizer, those of an archived one to its editors.
  select webhook_workspace(id) into workspace from workspaces
  where id = new.workspace_id and deleted_at is null and not is_archived;
  if workspace is null then return null; end if;
  perform add_webhook_deliveries(new.company_id, 'meeting.finished', jsonb_build_object(
    'meeting', jsonb_build_object('id', new.id, 'title', new.title, 'platform', new.platform,
      'startAt', to_char(new.start_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    'workspace', workspace, 'by', webhook_person(new.organizer_id)));
  return null;
end $$;
create trigger webhook_finished_meeting after update on meetings for each row
  when (old.phase <> 'finished' and new.phase = 'finished') execute function note_webhook_meeting();

create function note_webhook_member() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'active';
  remains boolean := tg_op <> 'DELETE' and new.status = 'active';
  member company_members := case tg_op when 'DELETE' then old else new end;
begin
  if was = remains or not has_active_webhook(member.company_id) then return null; end if;
  perform add_webhook_deliveries(member.company_id, case when remains then 'member.joined' else 'member.left' end,
    jsonb_build_object('member', webhook_person(member.user_id) || jsonb_build_object('role', member.role)));
  return null;
end $$;
create trigger webhook_member after insert or delete on company_members for each row
  execute function note_webhook_member();
create trigger webhook_changed_member after update on company_members for each row
  when (old.status is distinct from new.status) execute function note_webhook_member();
