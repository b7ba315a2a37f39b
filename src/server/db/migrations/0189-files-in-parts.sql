-- A file is read in parts: of text, the database would read and count all that stands before one.
alter table payout_batches alter column file_encrypted type bytea using convert_to(file_encrypted, 'UTF8');
-- What is sealed does not get smaller, and only what was not compressed is found part by part.
alter table payout_batches alter column file_encrypted set storage external;
