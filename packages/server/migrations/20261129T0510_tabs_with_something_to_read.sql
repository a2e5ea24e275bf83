-- Whether a tab has something to read is written with its note (`isEmptyNote`): a picture, a table, a rule, an attachment
-- or a mention counts like words.
alter table text_tabs alter column has_text drop expression;
alter table text_tabs alter column has_text set default false;
update text_tabs set has_text = true
where not has_text and jsonb_path_exists(
  content,
  '$.**.type ? (
    @ == "image" || @ == "table" || @ == "horizontalRule" || @ == "fileAttachment" || @ == "mention"
  )'
);
