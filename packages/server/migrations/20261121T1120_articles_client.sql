-- A person may be in several companies; what a client made in one is not found in another.
drop index articles_client;
create unique index articles_client on articles (company_id, author_id, client_id) where client_id is not null;
