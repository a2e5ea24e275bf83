-- Milliseconds that the upload claims to last, if it contains at least a second less: it was cut off.
alter table videos add column stated_duration integer;
