-- Who answers for an article, and when it is checked again.
create table article_reviews (
  article_id uuid primary key references articles (id) on delete cascade,
  owner_id uuid references users (id) on delete set null,
  review_at date not null,
  every_months smallint not null check (every_months in (1, 3, 6, 12)),
  confirmed_at timestamptz,
  confirmed_by uuid references users (id) on delete set null,
  -- The day whose reminder was sent.
  reminded_for date
);
create index article_reviews_due on article_reviews (review_at) where reminded_for is distinct from review_at;
create index article_reviews_owner on article_reviews (owner_id);
create index article_reviews_confirmed_by on article_reviews (confirmed_by);

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('article_mention', 'article_publish', 'comment_mention', 'article_shared', 'article_review'));
