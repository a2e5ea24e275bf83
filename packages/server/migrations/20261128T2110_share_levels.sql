-- Whether the recipient may also comment and react. So far all of them could, and existing shares keep that.
alter table article_shares add column may_comment boolean not null default true;
